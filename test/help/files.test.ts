import { copyFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { createTempFolder } from '../support/home.ts';
import { startSandboxWithEnv } from '../support/loopback-server.ts';
import { runCli } from '../support/run-cli.ts';
import { runShell } from '../support/spawn.ts';
import { listExampleLines } from './pages.ts';

const workbooks = path.join(import.meta.dirname, '../lists/workbooks');

const pageLines = listExampleLines('files');

it('every command in dotaf help files runs', async () => {
  const folder = createTempFolder();
  for (const name of readdirSync(workbooks))
    copyFileSync(path.join(workbooks, name), path.join(folder, name));
  const billing = 'Domain,Next Due Date,Notes\nkabul.af,2027-06-01,paid\n';
  writeFileSync(path.join(folder, 'billing.csv'), billing);
  copyFileSync(path.join(workbooks, 'wishes.xlsx'), path.join(folder, 'more.xlsx'));
  writeFileSync(path.join(folder, 'wishes.txt'), 'Salam, is herat-tea.af free?\n');
  const env = { ...(await startSandboxWithEnv()), DOTAF_HOME: createTempFolder() };
  const lines = pageLines.filter((line) => line.startsWith('dotaf'));
  expect(lines.length).toBeGreaterThan(5);
  for (const line of lines) {
    const { stderr, code } = await runShell(`cd '${folder}'; ${line}`, { env });
    expect(`${line}: ${code} ${/^(error|hint): .*/m.exec(stderr)?.[0] ?? ''}`).toBe(`${line}: 0 `);
  }
});

function listHeadings(label: string): string[] {
  const line = pageLines.find((text) => text.startsWith(`${label}: `)) ?? '';
  const [headings = ''] = line.slice(label.length + 2).split(/, beside| \(/);
  return headings.split(', ');
}

it.each([
  ['domain', 'HEADING\nherat.af\n'],
  ['expiry', 'domain,HEADING\nherat.af,2026-12-01\n'],
  ['registration date', 'domain,HEADING\nherat.af,2020-12-01\n'],
  ['auto-renew', 'domain,HEADING\nherat.af,yes\n'],
  ['name servers', 'domain,HEADING\nherat.af,ns1.host.example\n'],
])('domains compare finds each heading of a column %s', async (label, file) => {
  for (const heading of listHeadings(label)) {
    const stdin = file.replace('HEADING', heading);
    const { stderr } = await runCli(['domains', 'compare', '-', '--sandbox'], { stdin });
    expect(`${heading}: ${stderr}`).not.toMatch(/not compared|error|cannot/);
  }
});

it.each([
  ['tld', 'HEADING,price\naf,60\n'],
  ['price', 'tld,HEADING\naf,60\n'],
  ['prices by column', 'tld,HEADING\naf,60\n'],
])('prices compare finds each heading of a column %s', async (label, file) => {
  for (const heading of listHeadings(label)) {
    const stdin = file.replace('HEADING', heading);
    const { code } = await runCli(['prices', 'compare', '-', '--sandbox'], { stdin });
    expect(`${heading}: ${code}`).toBe(`${heading}: 0`);
  }
});
