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
import { acquire } from '../platform/file-lock.ts';
import { readOwnFile, removeUnfinished, replaceFile } from '../platform/files.ts';
import { makeFolder } from '../platform/folders.ts';
import type { Surroundings } from '../platform/surroundings.ts';
import { type Config, configSchema } from './config.ts';
import type { Distrust } from './credential-failures.ts';

const fullDisk = ['ENOSPC', 'EDQUOT'];

export class ConfigFile {
  readonly file: string;
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
    let stats: Stats | undefined;
    const text = readOwnFile(this.file, 'the config', 'config', hint, (opened) => {
      stats = opened;
    });
    if (text === undefined || stats === undefined) return { profiles: [] };
    this.distrust = this.#distrust(stats);
    const config = parseConfig(text);
    // Closed to others, it would look as if nobody else could have written the command.
    if (this.distrust !== 'mode' || !holdsCommand(config)) this.#closeToOthers(stats);
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
      const release = await this.#acquireLock(path.join(folder, 'config.lock'));
      try {
        const next = change(this.#trusted());
        await this.#replace(next);
        return next;
      } finally {
        release();
      }
    } catch (error) {
      if (error instanceof Failure) throw error;
      const hint = fullDisk.includes(systemCode(error) ?? '')
        ? 'free some space and run the command again; the config is as it was before'
        : 'make the directory writable, or set DOTAF_HOME to one that is';
      throw fileFailure('config', `cannot write the config ${this.file}`, error, hint);
    }
  }

  /** What is written anew is closed to others, and nothing would tell who wrote it before. */
  #trusted(): Config {
    const config = this.read();
    if (this.distrust !== 'mode' || !holdsCommand(config)) return config;
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

  /**
   * Writes by conf, which reports success also when a full disk has cut the file, replaces a link by
   * a file, and takes no lock: so it gets a new file that is read back and then moved into place.
   */
  async #replace(config: Config): Promise<void> {
    const { default: Conf } = await import('conf');
    // A config that is a link, as into a folder of dotfiles, stays one.
    const target = existsSync(this.file) ? realpathSync(this.file) : this.file;
    removeUnfinished(target);
    replaceFile(target, (temporary) => {
      const store = new Conf<Config>({
        cwd: path.dirname(temporary),
        configName: path.basename(temporary),
        fileExtension: '',
        accessPropertiesByDotNotation: false,
      });
      store.store = config;
      if (readFileSync(temporary, 'utf8') !== JSON.stringify(config, undefined, '\t')) {
        throw Object.assign(new Error('conf has written a part of the config'), { code: 'ENOSPC' });
      }
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

  #closeToOthers({ mode, uid }: Stats): void {
    const { platform, userId } = this.#host;
    if (platform === 'win32' || (mode & 0o077) === 0 || uid !== userId) return;
    try {
      chmodSync(this.file, 0o600);
    } catch {
      return;
    }
    const was = `the config ${this.file} was open to others (mode 0${(mode & 0o777).toString(8)})`;
    this.warning = `${was}; from now on only you can read it (mode 0600)`;
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
