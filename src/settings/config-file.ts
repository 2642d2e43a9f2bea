import { chmodSync, chownSync, existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { Failure, fileFailure } from '../errors.ts';
import { acquire } from '../platform/file-lock.ts';
import { makeFolder, readOwnFile, removeUnfinished, replaceFile } from '../platform/files.ts';
import type { Surroundings } from '../platform/surroundings.ts';
import { type Config, configSchema } from './config.ts';

export class ConfigFile {
  readonly file: string;
  warning: string | undefined;
  /** Why the secret commands of what was read are not run. */
  distrust: Failure | undefined;
  readonly #host: Surroundings;

  constructor(folder: string, host: Surroundings) {
    this.file = path.join(folder, 'config.json');
    this.#host = host;
  }

  /** @throws Failure `config` that never quotes the content */
  read(): Config {
    const hint = 'make it a file that you may read, or set DOTAF_HOME to another directory';
    const text = readOwnFile(this.file, 'the config', 'config', hint);
    if (text === undefined) return { profiles: [] };
    const config = parseConfig(text);
    if (config === undefined) {
      throw new Failure('config', `the config ${this.file} is damaged`, {
        hint: 'repair it or remove it, then run: dotaf auth login',
      });
    }
    this.#closeToOthers(config);
    return config;
  }

  /** Writes the config that `change` returns, and returns it. @throws Failure `config` */
  async update(change: (config: Config) => Config): Promise<Config> {
    const folder = path.dirname(this.file);
    try {
      makeFolder(folder);
      const lock = path.join(folder, 'config.lock');
      const failure = (holder: string) =>
        new Failure('config', `process ${holder} is still writing the config`, {
          hint: `try again; if that process is not a dotaf, remove ${lock}`,
        });
      const release = await acquire(lock, this.#host, { ms: 10_000, failure });
      try {
        const config = this.read();
        // What is written anew would tell nobody who wrote it before.
        if (this.distrust !== undefined) throw this.distrust;
        const next = change(config);
        await this.#replace(next);
        return next;
      } finally {
        release();
      }
    } catch (error) {
      if (error instanceof Failure) throw error;
      const hint = 'make room and the directory writable, or set DOTAF_HOME to another one';
      throw fileFailure('config', `cannot write the config ${this.file}`, error, hint);
    }
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

  /** Unless somebody else may have written a command into it: that has to be seen first. */
  #closeToOthers({ profiles }: Config): void {
    const { userId, env } = this.#host;
    if (userId === undefined) return;
    const { uid, mode } = statSync(this.file);
    // Under sudo, its user has a right to run whatever it likes as root.
    const isSudo = userId === 0 && String(uid) === env.SUDO_UID;
    const isForeign = uid !== userId && uid !== 0 && !isSudo;
    const holdsCommand = profiles.some((profile) => profile.secret_command !== undefined);
    if (holdsCommand && (isForeign || (mode & 0o022) !== 0)) {
      const says = `others can write to the config ${this.file}, which holds a secret command`;
      this.distrust = new Failure('config', says, {
        hint: `if you trust the command: sudo chown "$USER" '${this.file}'; chmod 600 '${this.file}'`,
      });
    } else if (uid === userId && (mode & 0o077) !== 0) {
      try {
        chmodSync(this.file, 0o600);
      } catch {
        return;
      }
      const was = `the config ${this.file} was open to others (mode 0${(mode & 0o777).toString(8)})`;
      this.warning = `${was}; from now on only you can read it (mode 0600)`;
    }
  }
}

function parseConfig(text: string): Config | undefined {
  try {
    return configSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
