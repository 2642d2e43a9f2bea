import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import path from 'node:path';
import type { Surroundings } from '../core/surroundings.ts';
import { Failure, fileFailure, systemCode } from '../errors.ts';
import { type Config, configSchema, emptyConfig } from './config.ts';
import { inTurn } from './turn.ts';

/**
 * The one file that holds credentials and preferences. Reading takes the file as it is and needs
 * nothing of it; writing goes through conf, in turn with every other dotaf of this user.
 */
export class ConfigFile {
  readonly file: string;
  readonly #folder: string;
  readonly #host: Surroundings;

  constructor(folder: string, host: Surroundings) {
    this.#folder = folder;
    this.#host = host;
    this.file = path.join(folder, 'config.json');
  }

  /** @throws Failure `config` when the file cannot be read or is not a config; its content is never quoted */
  read(): Config {
    let text: string;
    try {
      text = readFileSync(this.file, 'utf8');
      this.#closeToOthers(this.file, 0o600);
    } catch (error) {
      if (systemCode(error) === 'ENOENT') return emptyConfig;
      throw fileFailure('config', `cannot read the config ${this.file}`, error);
    }
    const config = parseConfig(text);
    if (config !== undefined) return config;
    throw new Failure('config', `the config ${this.file} is damaged`, {
      hint: 'mend it or remove it, then run: dotaf auth login',
    });
  }

  /**
   * Replaces the config by what `change` makes of it, whole or not at all.
   *
   * @returns what the config is now
   * @throws Failure `config` when it cannot be written; what was there before then still is
   */
  async update(change: (config: Config) => Config): Promise<Config> {
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      this.#closeToOthers(this.#folder, 0o700);
      return await inTurn(path.join(this.#folder, 'config.queue'), this.#host, async () => {
        const next = change(this.read());
        await this.#replace(next);
        return next;
      });
    } catch (error) {
      if (error instanceof Failure) throw error;
      throw fileFailure(
        'config',
        `cannot write the config ${this.file}`,
        error,
        'make the folder writable, or set DOTAF_HOME to one that is',
      );
    }
  }

  /** conf reports success even when a full disk has cut the file, so the file is read back. */
  async #replace(next: Config): Promise<void> {
    const { default: Conf } = await import('conf');
    this.#removeBackups();
    const backup = `${this.file}.${this.#host.processId}.bak`;
    const hadFile = existsSync(this.file);
    if (hadFile) linkOrCopy(this.file, backup);
    try {
      const store = new Conf<Config>({
        cwd: this.#folder,
        configName: 'config',
        projectSuffix: '',
        configFileMode: 0o600,
        accessPropertiesByDotNotation: false,
      });
      store.store = next;
      if (readFileSync(this.file, 'utf8') !== `${JSON.stringify(next, undefined, '\t')}`) {
        throw new Failure('config', `cannot write the config ${this.file}: the disk is full`, {
          hint: 'free some space and run the command again; the config is as it was before',
        });
      }
    } catch (error) {
      if (hadFile) renameSync(backup, this.file);
      else rmSync(this.file, { force: true });
      throw error;
    }
    rmSync(backup, { force: true });
  }

  /** Left by a process that was killed while it wrote; they hold a secret. */
  #removeBackups(): void {
    for (const name of readdirSync(this.#folder)) {
      if (/^config\.json\.\d+\.bak$/.test(name)) rmSync(path.join(this.#folder, name));
    }
  }

  /** Takes away what others may do with a file or folder of this user, unless it is shared as `/tmp` is. */
  #closeToOthers(target: string, mode: number): void {
    if (this.#host.platform === 'win32') return;
    const { mode: current, uid } = statSync(target);
    const isShared = (current & 0o1000) !== 0 || target === this.#host.homeFolder;
    if ((current & 0o077) === 0 || isShared || uid !== this.#host.userId) return;
    try {
      chmodSync(target, mode);
    } catch {
      // On a read-only disk it stays as it is, and reading it is no less possible.
    }
  }
}

function parseConfig(text: string): Config | undefined {
  try {
    const parsed = configSchema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}
