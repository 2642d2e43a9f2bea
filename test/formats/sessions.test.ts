import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import nock from 'nock';
import { afterEach, expect, it } from 'vitest';
import { credentials } from '../support/fixtures.ts';
import { temporaryFolder } from '../support/home.ts';
import { dotaf } from '../support/session.ts';
import { TestClock } from '../support/test-clock.ts';
import { type Reply, startAccount } from './account.ts';
import { type Line, parseSession, parseTyped, unescaped, withSamples } from './session-text.ts';
import { compare, shown } from './text.ts';

const folder = path.join(import.meta.dirname, 'sessions');

afterEach(() => {
  nock.cleanAll();
  if (!nock.isActive()) nock.activate();
});

it.each(readdirSync(folder))('%s is what is printed', async (name) => {
  const text = readFileSync(path.join(folder, name), 'utf8');
  const player = new Player(name.startsWith('settings'), name.startsWith('refusals'));
  const written: string[] = [];
  for (const line of parseSession(text)) {
    written.push(await player.play(line));
    // A change of the source is noticed at the first line that differs.
    if (process.env.MUTATED_ROOM && !text.startsWith(written.join('\n').trimEnd())) break;
  }
  expect(written.length).toBeGreaterThan(1);
  compare(`sessions/${name}`, `${written.join('\n').trimEnd()}\n`);
});

class Player {
  /** There are no credentials at first, and lines without a group share a home. */
  readonly #isOfSettings: boolean;
  /** Nothing is answered: whatever is sent fails. */
  readonly #isRefused: boolean;
  #home = temporaryFolder();
  /** What the service answers; undefined outside a group. */
  #replies: Reply[] | undefined;
  /** Requests whose reply was replaced since the last line that was typed. */
  #replaced = new Set<string>();

  constructor(isOfSettings: boolean, isRefused: boolean) {
    this.#isOfSettings = isOfSettings;
    this.#isRefused = isRefused;
  }

  /** @returns what the text says of the line */
  async play(line: Line): Promise<string> {
    if (line.kind === 'group') {
      this.#replies = [];
      this.#home = temporaryFolder();
    }
    if (line.kind === 'reply') this.#addReply(line.reply);
    if (line.kind !== 'typed') return line.text;
    this.#replaced = new Set();
    if (this.#replies === undefined && !this.#isOfSettings) this.#home = temporaryFolder();
    const printed = await this.#type(line.typed.replaceAll('/home/you', this.#home));
    return `${line.text}\n${printed}`.replaceAll(this.#home, '/home/you');
  }

  #addReply(reply: Reply): void {
    const about = ({ path: place, when }: Reply) => JSON.stringify([place, when]);
    if (!this.#replaced.has(about(reply))) {
      this.#replies = this.#replies?.filter((other) => about(other) !== about(reply));
    }
    this.#replaced.add(about(reply));
    this.#replies?.push(reply);
  }

  async #type(line: string): Promise<string> {
    const [, text, written, read] = /^printf '(.*)' > (\S+)$|^cat (\S+)$/.exec(line) ?? [];
    if (read !== undefined) return `${readFileSync(read, 'utf8').trimEnd()}\n`;
    if (text === undefined || written === undefined) return this.#run(line);
    writeFileSync(written, withSamples(unescaped(text)), { mode: 0o600 });
    return '';
  }

  async #run(line: string): Promise<string> {
    const { variables, argv, stdin } = parseTyped(line);
    const { COLUMNS, TODAY, ...env } = variables;
    nock.cleanAll();
    if (!this.#isRefused) startAccount({ replies: this.#replies ?? [] });
    // The sandbox is asked over real connections.
    if (argv.includes('--sandbox')) nock.restore();
    else if (!nock.isActive()) nock.activate();
    const usual = this.#isOfSettings ? {} : credentials;
    const session = await dotaf(argv, {
      env: { LANG: 'C.UTF-8', DOTAF_HOME: this.#home, ...usual, ...env },
      ...(stdin === undefined ? {} : { stdin }),
      ...(COLUMNS ? { tty: { stdout: true, stderr: true }, columns: Number(COLUMNS) } : {}),
      clock: new TestClock(TODAY && `${TODAY}T12:00:00Z`),
    });
    return shown(session);
  }
}
