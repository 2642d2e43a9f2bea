import {
  chmodSync,
  chownSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import path from 'node:path';
import { Failure, fileFailure, systemCode } from '../errors.ts';
import { inTurn } from '../platform/file-lock.ts';
import { makeFolder } from '../platform/make-folder.ts';
import type { Surroundings } from '../platform/surroundings.ts';
import { type Config, configSchema, emptyConfig } from './config.ts';

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
    } catch (error) {
      // The home of a service may be /dev/null.
      if (['ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '')) return emptyConfig;
      throw fileFailure(
        'config',
        `cannot read the config ${this.file}`,
        error,
        'make it a file that you may read, or set DOTAF_HOME to another folder',
      );
    }
    this.#closeToOthers(this.file, 0o600);
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
      makeFolder(this.#folder);
      this.#closeToOthers(this.#folder, 0o700);
      return await inTurn(path.join(this.#folder, 'config.queue'), this.#host, async () => {
        const next = change(this.read());
        await this.#replace(next);
        return next;
      });
    } catch (error) {
      if (error instanceof Failure) throw error;
      throw this.#unwritable(error);
    }
  }

  /**
   * conf reports success even when a full disk has cut the file. So it writes a file beside, which
   * is read back and then moved into place: at no moment is there a cut config.
   */
  async #replace(next: Config): Promise<void> {
    const { default: Conf } = await import('conf');
    // A config that is a link, as into a folder of dotfiles, stays one.
    const target = realFile(this.file);
    removeUnfinished(target);
    const store = new Conf<Config>({
      cwd: path.dirname(target),
      configName: path.basename(target),
      fileExtension: 'new',
      projectSuffix: '',
      configFileMode: 0o600,
      accessPropertiesByDotNotation: false,
    });
    try {
      store.store = next;
      if (readFileSync(store.path, 'utf8') !== `${JSON.stringify(next, undefined, '\t')}`) {
        throw this.#diskFull();
      }
      this.#keepOwner(target, store.path);
      renameSync(store.path, target);
    } catch (error) {
      removeUnfinished(target);
      throw error;
    }
  }

  /** Takes away what others may do with a file or folder of this user, unless it is shared as `/tmp` is. */
  #closeToOthers(target: string, mode: number): void {
    if (this.#host.platform === 'win32') return;
    try {
      const { mode: current, uid } = statSync(target);
      const isShared = (current & 0o1000) !== 0 || target === this.#host.homeFolder;
      if ((current & 0o077) === 0 || isShared || uid !== this.#host.userId) return;
      chmodSync(target, mode);
    } catch {
      // On a read-only disk it stays as it is, and reading it is no less possible.
    }
  }

  /** Under sudo with the home of its user, the config stays that user's. */
  #keepOwner(from: string, to: string): void {
    const before = statSync(from, { throwIfNoEntry: false });
    if (before && before.uid !== this.#host.userId) chownSync(to, before.uid, before.gid);
  }

  #unwritable(error: unknown): Failure {
    if (['ENOSPC', 'EDQUOT'].includes(systemCode(error) ?? '')) return this.#diskFull();
    return fileFailure(
      'config',
      `cannot write the config ${this.file}`,
      error,
      'make the folder writable, or set DOTAF_HOME to one that is',
    );
  }

  #diskFull(): Failure {
    return new Failure('config', `cannot write the config ${this.file}: the disk is full`, {
      hint: 'free some space and run the command again; the config is as it was before',
    });
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

function realFile(file: string): string {
  try {
    return realpathSync(file);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return file;
    throw error;
  }
}

/** What a process left that was killed while it wrote: it holds a secret. */
function removeUnfinished(target: string): void {
  const folder = path.dirname(target);
  const start = `${path.basename(target)}.new`;
  for (const name of readdirSync(folder)) {
    // By force: a file that a failed write is itself removing may be gone by now.
    if (name.startsWith(start)) rmSync(path.join(folder, name), { force: true });
  }
}
