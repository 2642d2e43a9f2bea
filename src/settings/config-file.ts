import { chmodSync, chownSync, existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { Failure, fileFailure, systemCode } from '../errors.ts';
import { removeUnfinished, replaceFile } from '../platform/atomic-write.ts';
import { acquire } from '../platform/file-lock.ts';
import { makeFolder } from '../platform/folders.ts';
import { readOwnFile } from '../platform/regular-file.ts';
import type { Surroundings } from '../platform/surroundings.ts';
import { type Config, configSchema } from './config.ts';

export class ConfigFile {
  readonly file: string;
  /** Says that others could read the config until now. */
  warning: string | undefined;
  /** Somebody other than this user and root has written what was read. */
  isForeign = false;
  readonly #host: Surroundings;

  constructor(folder: string, host: Surroundings) {
    this.file = path.join(folder, 'config.json');
    this.#host = host;
  }

  /** @throws Failure `config` that never quotes the content */
  read(): Config {
    const hint = 'make it a file that you may read, or set DOTAF_HOME to another directory';
    const text = readOwnFile(this.file, 'the config', 'config', hint, ({ uid }) => {
      this.isForeign = !this.#mayCommand(uid);
    });
    if (text === undefined) return { profiles: [] };
    const mode = this.#closeToOthers(this.file, 0o600);
    if (mode !== undefined) {
      const was = `the config ${this.file} was open to others (mode 0${mode.toString(8)})`;
      this.warning = `${was}; from now on only you can read it (mode 0600)`;
    }
    const config = parseConfig(text);
    if (config !== undefined) return config;
    throw new Failure('config', `the config ${this.file} is damaged`, {
      hint: 'repair it or remove it, then run: dotaf auth login',
    });
  }

  /** Writes the config that `change` returns, and returns it. @throws Failure `config` */
  async update(change: (config: Config) => Config): Promise<Config> {
    const folder = path.dirname(this.file);
    try {
      makeFolder(folder);
      this.#closeToOthers(folder, 0o700);
      const release = await this.#acquireLock(path.join(folder, 'config.lock'));
      try {
        const next = change(this.read());
        await this.#replace(next);
        return next;
      } finally {
        release();
      }
    } catch (error) {
      throw error instanceof Failure ? error : this.#unwritable(error);
    }
  }

  #acquireLock(file: string): Promise<() => void> {
    return acquire(file, this.#host, {
      ms: 10_000,
      failure: (holder) =>
        new Failure('config', `process ${holder} is still writing the config`, {
          hint: `try again; if that process is not a dotaf, remove ${file}`,
        }),
    });
  }

  async #replace(config: Config): Promise<void> {
    const { default: Conf } = await import('conf');
    // A config that is a link, as into a folder of dotfiles, stays one.
    const target = existsSync(this.file) ? realpathSync(this.file) : this.file;
    removeUnfinished(target);
    replaceFile(target, (temporary) => {
      writeWithConf(Conf, temporary, config);
      // Under sudo with the home of its user, the config stays that user's.
      const before = statSync(target, { throwIfNoEntry: false });
      if (before && before.uid !== this.#host.userId) chownSync(temporary, before.uid, before.gid);
    });
  }

  /** Under sudo, its user has a right to run whatever it likes as root. */
  #mayCommand(owner: number): boolean {
    const { userId, env } = this.#host;
    const isOwn = userId === undefined || owner === userId || owner === 0;
    return isOwn || (userId === 0 && String(owner) === env.SUDO_UID);
  }

  /** A shared folder such as `/tmp` stays open. @returns the mode before, if it was another one */
  #closeToOthers(target: string, mode: number): number | undefined {
    if (this.#host.platform === 'win32') return undefined;
    try {
      const { mode: current, uid } = statSync(target);
      const isShared = (current & 0o1000) !== 0 || target === this.#host.homeFolder;
      if ((current & 0o077) === 0 || isShared || uid !== this.#host.userId) return undefined;
      chmodSync(target, mode);
      return current & 0o777;
    } catch {
      // A file on a read-only disk can be used as it is.
      return undefined;
    }
  }

  #unwritable(error: unknown): Failure {
    const isFull = ['ENOSPC', 'EDQUOT'].includes(systemCode(error) ?? '');
    const hint = isFull
      ? 'free some space and run the command again; the config is as it was before'
      : 'make the directory writable, or set DOTAF_HOME to one that is';
    return fileFailure('config', `cannot write the config ${this.file}`, error, hint);
  }
}

function parseConfig(text: string): Config | undefined {
  try {
    return configSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** conf reports success also when a full disk has cut the file, so the text is read back. */
function writeWithConf(Conf: typeof import('conf').default, file: string, config: Config): void {
  const store = new Conf<Config>({
    cwd: path.dirname(file),
    configName: path.basename(file),
    fileExtension: '',
    accessPropertiesByDotNotation: false,
  });
  store.store = config;
  if (readFileSync(file, 'utf8') === JSON.stringify(config, undefined, '\t')) return;
  throw Object.assign(new Error('conf has written a part of the config'), { code: 'ENOSPC' });
}
