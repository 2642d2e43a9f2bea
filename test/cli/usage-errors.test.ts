import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { runCli } from '../support/run-cli.ts';

const transcriptsFolder = path.join(import.meta.dirname, '../golden/transcripts');

it('no transcript repeats a secret from the command line', () => {
  for (const name of readdirSync(transcriptsFolder)) {
    const output = readFileSync(path.join(transcriptsFolder, name), 'utf8').replaceAll(
      /^\$ .*$/gm,
      '',
    );
    expect(output, name).not.toMatch(/hunter2|5f4dcc3b|two words/);
  }
});

it('does not repeat a secret with a line break', async () => {
  const { stderr, code } = await runCli(['balance', '--sekret=hun\nter2', '--json']);
  expect(stderr).toContain("unknown option '--sekret'");
  expect(stderr).not.toMatch(/hun|ter2/);
  expect(code).toBe(2);
});
