/* Baseline: the same command on the unbundled packages that dotaf uses, each imported whole. */
import chalk from 'chalk';
import Table from 'cli-table3';
import { Command } from 'commander';
import Conf from 'conf';
import ora from 'ora';
import { request } from 'undici';
import { z } from 'zod';

const balance = z.object({ account_number: z.string(), balance: z.string(), currency: z.string() });

const config = new Conf({ cwd: process.env.DOTAF_HOME, configName: 'config', projectSuffix: '' });
const program = new Command('naive');
program.command('balance').action(async () => {
  const [{ base_url, key, secret }] = config.get('profiles');
  const spinner = ora({ isEnabled: process.stderr.isTTY === true, isSilent: true }).start();
  const { body } = await request(`${base_url}/account/balance`, {
    headers: { 'x-service-key': key, 'x-service-secret': secret },
  });
  const { data } = await body.json();
  spinner.stop();
  const table = new Table({ head: ['field', 'value'].map((text) => chalk.dim(text)) });
  for (const row of Object.entries(balance.parse(data))) table.push(row);
  process.stdout.write(`${table.toString()}\n`);
});
await program.parseAsync();
