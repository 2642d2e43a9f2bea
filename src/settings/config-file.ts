import {
  chmodSync,
  chownSync,
  existsSync,
  readFileSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs';
import path from 'node:path';
import { Failure, fileFailure, systemCode } from '../errors.ts';
import { removeUnfinished, replaceFile } from '../platform/atomic-write.ts';
import { acquire } from '../platform/file-lock.ts';
import { makeFolder } from '../platform/folders.ts';
import { readOwnFile } from '../platform/regular-file.ts';
import type { Surroundings } from '../platform/surroundings.ts';
import { type Config, configSchema } from './config.ts';

/** Another user owns the file, or may write to it. */
export type Distrust = 'owner' | 'mode';

/** What others may not do: read the config, or put another one in its place. */
const othersBits = { file: 0o077, folder: 0o022 };

export class ConfigFile {
  readonly file: string;
  /** Says that others could read the config until now. */
  warning: string | undefined;
  /** Why somebody other than this user and root may have written what was read. */
  distrust: Distrust | undefined;
  readonly #host: Surroundings;

  constructor(folder: string, host: Surroundings) {
    this.file = path.join(folder, 'config.json');
    this.#host = host;
  }

  /** @throws Failure `config` that never quotes the content */
  read(): Config {
    const hint = 'make it a file that you may read, or set DOTAF_HOME to another directory';
    const text = readOwnFile(this.file, 'the config', 'config', hint, (stats) => {
      this.distrust = this.#distrust(stats);
    });
    if (text === undefined) return { profiles: [] };
    const config = parseConfig(text);
    // Closed to others, it would look as if nobody else could have written the command.
    if (!(this.distrust === 'mode' && holdsCommand(config))) this.#closeFile();
    if (config !== undefined) return config;
    throw new Failure('config', `the config ${this.file} is damaged`, {
      hint: 'repair it or remove it, then run: dotaf auth login',
    });
  }

  #closeFile(): void {
    const mode = this.#closeToOthers(this.file, 'file');
    if (mode === undefined) return;
    const was = `the config ${this.file} was open to others (mode 0${mode.toString(8)})`;
    this.warning = `${was}; from now on only you can read it (mode 0600)`;
  }

  /** Writes the config that `change` returns, and returns it. @throws Failure `config` */
  async update(change: (config: Config) => Config): Promise<Config> {
    const folder = path.dirname(this.file);
    try {
      makeFolder(folder);
      this.#closeToOthers(folder, 'folder');
      const release = await this.#acquireLock(path.join(folder, 'config.lock'));
      try {
        const next = change(this.#trusted());
        await this.#replace(next);
        return next;
      } finally {
        release();
      }
    } catch (error) {
      throw error instanceof Failure ? error : this.#unwritable(error);
    }
  }

  /** What is written anew is closed to others, and nothing would tell who wrote it before. */
  #trusted(): Config {
    const config = this.read();
    if (!(this.distrust === 'mode' && holdsCommand(config))) return config;
    const reason = 'others can write to it, and it holds a secret command';
    throw new Failure('config', `the config ${this.file} is not changed: ${reason}`, {
      hint: `if you trust the command, close the file to others: chmod 600 '${this.file}'`,
    });
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

  #distrust({ uid, mode }: Stats): Distrust | undefined {
    const { userId, env } = this.#host;
    if (userId === undefined) return undefined;
    // Under sudo, its user has a right to run whatever it likes as root.
    const isSudo = userId === 0 && String(uid) === env.SUDO_UID;
    if (uid !== userId && uid !== 0 && !isSudo) return 'owner';
    return (mode & 0o022) === 0 ? undefined : 'mode';
  }

  /** A shared folder such as `/tmp` stays open. @returns the mode before, if it was another one */
  #closeToOthers(target: string, kind: keyof typeof othersBits): number | undefined {
    if (this.#host.platform === 'win32') return undefined;
    try {
      const stats = statSync(target);
      const isShared = (stats.mode & 0o1000) !== 0 || target === this.#host.homeFolder;
      const isOurs = stats.uid === this.#host.userId && stats.isDirectory() === (kind === 'folder');
      const bits = othersBits[kind];
      if ((stats.mode & bits) === 0 || isShared || !isOurs) return undefined;
      chmodSync(target, stats.mode & 0o777 & ~bits);
      return stats.mode & 0o777;
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

function holdsCommand(config: Config | undefined): boolean {
  return config?.profiles.some((profile) => profile.secret_command !== undefined) === true;
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
