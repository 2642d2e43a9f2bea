import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import nock from 'nock';
import { afterEach, expect, it } from 'vitest';
import { credentials } from '../support/fixtures.ts';
import { createTempFolder } from '../support/home.ts';
import { runCli } from '../support/run-cli.ts';
import { TestClock } from '../support/test-clock.ts';
import { expectGolden, formatResult } from './golden-file.ts';
import { mockAccount, type ReplyOverride } from './mock-account.ts';
import {
  expandPlaceholders,
  parseCommandLine,
  parseTranscript,
  type TranscriptLine,
  unescapeText,
} from './parse-transcript.ts';

const transcriptsFolder = path.join(import.meta.dirname, 'transcripts');

afterEach(() => {
  nock.cleanAll();
  if (!nock.isActive()) nock.activate();
});

it.each(readdirSync(transcriptsFolder))('%s is reproduced exactly', async (name) => {
  const text = readFileSync(path.join(transcriptsFolder, name), 'utf8');
  const player = new TranscriptPlayer(name.startsWith('settings'), name.startsWith('errors'));
  const written: string[] = [];
  for (const line of parseTranscript(text)) {
    written.push(await player.play(line));
    // A change of the source is noticed at the first line that differs.
    if (process.env.MUTATED_MODULE && !text.startsWith(written.join('\n').trimEnd())) break;
  }
  expect(written.length).toBeGreaterThan(1);
  expectGolden(`transcripts/${name}`, `${written.join('\n').trimEnd()}\n`);
});

class TranscriptPlayer {
  /** There are no credentials at first, and lines without a group share a home. */
  readonly #hasNoCredentials: boolean;
  /** Nothing is answered: whatever is sent fails. */
  readonly #hasNoReplies: boolean;
  #home = createTempFolder();
  /** What the service answers; undefined outside a group. */
  #replies: ReplyOverride[] | undefined;
  /** Requests whose reply was replaced since the last line that was typed. */
  #replacedKeys = new Set<string>();

  constructor(isOfSettings: boolean, isRefused: boolean) {
    this.#hasNoCredentials = isOfSettings;
    this.#hasNoReplies = isRefused;
  }

  /** @returns what the text says of the line */
  async play(line: TranscriptLine): Promise<string> {
    if (line.kind === 'group') {
      this.#replies = [];
      this.#home = createTempFolder();
    }
    if (line.kind === 'reply') this.#addReply(line.reply);
    if (line.kind !== 'typed') return line.text;
    this.#replacedKeys = new Set();
    if (this.#replies === undefined && !this.#hasNoCredentials) this.#home = createTempFolder();
    const printed = await this.#execute(line.typed.replaceAll('/home/you', this.#home));
    return `${line.text}\n${printed}`.replaceAll(this.#home, '/home/you');
  }

  #addReply(reply: ReplyOverride): void {
    const about = ({ path: place, match }: ReplyOverride) => JSON.stringify([place, match]);
    if (!this.#replacedKeys.has(about(reply))) {
      this.#replies = this.#replies?.filter((other) => about(other) !== about(reply));
    }
    this.#replacedKeys.add(about(reply));
    this.#replies?.push(reply);
  }

  async #execute(line: string): Promise<string> {
    const [, text, written, read] = /^printf '(.*)' > (\S+)$|^cat (\S+)$/.exec(line) ?? [];
    if (read !== undefined) return `${readFileSync(read, 'utf8').trimEnd()}\n`;
    if (text === undefined || written === undefined) return this.#runCommand(line);
    writeFileSync(written, expandPlaceholders(unescapeText(text)), { mode: 0o600 });
    return '';
  }

  async #runCommand(line: string): Promise<string> {
    const { env: variables, argv, stdin } = parseCommandLine(line);
    const { COLUMNS, TODAY, ...env } = variables;
    nock.cleanAll();
    if (!this.#hasNoReplies) mockAccount({ replies: this.#replies ?? [] });
    // The sandbox is asked over real connections.
    if (argv.includes('--sandbox')) nock.restore();
    else if (!nock.isActive()) nock.activate();
    const usual = this.#hasNoCredentials ? {} : credentials;
    const session = await runCli(argv, {
      env: { LANG: 'C.UTF-8', DOTAF_HOME: this.#home, ...usual, ...env },
      ...(stdin === undefined ? {} : { stdin }),
      ...(COLUMNS ? { tty: { stdout: true, stderr: true }, columns: Number(COLUMNS) } : {}),
      clock: new TestClock(TODAY && `${TODAY}T12:00:00Z`),
    });
    return formatResult(session);
  }
}
