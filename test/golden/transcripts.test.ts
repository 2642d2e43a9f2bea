import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import nock from 'nock';
import { expect, it } from 'vitest';
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

const workbooksFolder = path.join(import.meta.dirname, '../lists/workbooks');

it.each(readdirSync(transcriptsFolder))('transcripts/%s is reproduced exactly', async (name) => {
  const text = readFileSync(path.join(transcriptsFolder, name), 'utf8');
  const player = new TranscriptPlayer();
  const outputs: string[] = [];
  for (const line of parseTranscript(text)) {
    outputs.push(await player.play(line));
    // The first difference kills a mutant, so the rest of the transcript need not run.
    if (process.env.MUTATED_MODULE && !text.startsWith(outputs.join('\n').trimEnd())) break;
  }
  expect(outputs.length).toBeGreaterThan(1);
  expectGolden(`transcripts/${name}`, `${outputs.join('\n').trimEnd()}\n`);
});

class TranscriptPlayer {
  /** False after the line `no account`: no credentials in the environment. */
  #hasAccount = true;
  /** False after the line `no service`: every request fails. */
  #hasService = true;
  #home = createTempFolder();
  /** Replies of the current group; undefined before the first group. */
  #replies: ReplyOverride[] | undefined;
  /** Replies since the last command; a second one for the same request is queued. */
  #replacedKeys = new Set<string>();

  async play(line: TranscriptLine): Promise<string> {
    if (line.kind === 'no account') this.#hasAccount = false;
    if (line.kind === 'no service') this.#hasService = false;
    if (line.kind === 'group') {
      this.#replies = [];
      this.#home = createTempFolder();
    }
    if (line.kind === 'reply') this.#addReply(line.reply);
    if (line.kind !== 'typed') return line.text;
    this.#replacedKeys = new Set();
    if (this.#replies === undefined && this.#hasAccount) this.#home = createTempFolder();
    const output = await this.#execute(line.typed.replaceAll('/home/you', this.#home));
    return `${line.text}\n${output}`.replaceAll(this.#home, '/home/you');
  }

  #addReply(reply: ReplyOverride): void {
    const keyOf = ({ path: requestPath, match }: ReplyOverride) =>
      JSON.stringify([requestPath, match]);
    if (!this.#replacedKeys.has(keyOf(reply))) {
      this.#replies = this.#replies?.filter((existing) => keyOf(existing) !== keyOf(reply));
    }
    this.#replacedKeys.add(keyOf(reply));
    this.#replies?.push(reply);
  }

  async #execute(line: string): Promise<string> {
    const [, text, writePath, readPath] = /^printf '(.*)' > (\S+)$|^cat (\S+)$/.exec(line) ?? [];
    if (readPath !== undefined) return `${readFileSync(readPath, 'utf8').trimEnd()}\n`;
    const [, workbook, copyPath] = /^cp (\S+) (\S+)$/.exec(line) ?? [];
    if (workbook !== undefined && copyPath !== undefined)
      copyFileSync(path.join(workbooksFolder, workbook), copyPath);
    else if (text === undefined || writePath === undefined) return this.#runCommand(line);
    if (text === undefined || writePath === undefined) return '';
    writeFileSync(writePath, expandPlaceholders(unescapeText(text)), { mode: 0o600 });
    return '';
  }

  async #runCommand(line: string): Promise<string> {
    const { env: variables, argv, stdin } = parseCommandLine(line);
    const { COLUMNS, TODAY, TZ, ...env } = variables;
    nock.cleanAll();
    if (this.#hasService) mockAccount({ replies: this.#replies ?? [] });
    if (!nock.isActive()) nock.activate();
    const defaultEnv = this.#hasAccount ? credentials : {};
    const session = await runCli(argv, {
      env: { LANG: 'C.UTF-8', DOTAF_HOME: this.#home, ...defaultEnv, ...env },
      ...(stdin === undefined ? {} : { stdin }),
      ...(COLUMNS ? { tty: { stdout: true, stderr: true }, columns: Number(COLUMNS) } : {}),
      clock: new TestClock(TODAY?.includes('T') ? TODAY : TODAY && `${TODAY}T12:00:00Z`),
      ...(TZ ? { timeZone: TZ } : {}),
    });
    return formatResult(session);
  }
}
