import { expect, it } from 'vitest';
import { prerenderHelp } from '../../src/startup/prerender-help.ts';
import { completeCommandLine } from '../../src/startup/render-completions.ts';

const { tree } = prerenderHelp();

const getProfiles = () => ['main', 'shop.af'];

function completeLine(line: string): string[] | 'files' {
  const completion = completeCommandLine(tree, line.split(' '), getProfiles);
  return completion === 'files' ? completion : completion.map(({ word }) => word);
}

const cases: Record<string, string[] | 'files'> = {
  '': tree.commands.map(({ name }) => name),
  ba: ['balance'],
  'domains ': ['ls', 'show', 'changes', 'compare', 'calendar'],
  'nothing ba': [],
  'balance ba': [],
  'domains list --so': ['--sort'],
  'help dom': ['domains'],
  'help scr': ['scripting'],
  'quote --years 1 --yea': ['--years'],

  '--json ba': ['balance'],
  '--profile x ba': ['balance'],
  '--profile=x ba': ['balance'],
  '--profile domains ba': ['balance'],
  'domains --profile x ls --so': ['--sort'],
  '--pro': ['--profile'],
  '--mar': ['--mark'],
  'tier --mar': [],
  'tier --max': ['--max-wait'],
  'tier --only': [],
  'tier --h': ['--help'],

  'api /acc': ['/account/balance', '/account/tier'],
  'check --out ': 'files',
  'tier --xlsx ': 'files',
  'check --only ': ['available', 'taken', 'unknown'],
  'check --only av': ['available'],
  'check --only=': ['--only=available', '--only=taken', '--only=unknown'],
  'check --only=av': ['--only=available'],
  'check --years ': [],
  'check --json=': [],
  'check --nothing=': [],
  'quote --only=': [],
  'domains ls --auto-renew ': ['on', 'off'],
  'domains ls --sort e': ['expiry'],
  'domains ls --expiring ': ['this-month', 'next-month', 'last-month'],
  'forecast --within=n': ['--within=next-month'],
  'completion ': ['bash', 'zsh', 'fish', 'powershell'],

  'quote --action re': ['registration', 'renewal', 'restore'],
  'quote --action renewal,t': ['renewal,transfer'],
  'domains ls --fields domain,stat': ['domain,status'],

  'balance --fields c': ['currency', 'credit_limit'],
  'tier --fields current_tier,n': ['current_tier,next_tier'],
  'check --fields error.c': ['error.code'],
  '--fields ': [],

  'config get co': ['color'],
  'config get color ': [],
  'config set max': ['max-wait'],
  'config set timeout ': [],
  'config set __proto__ ': [],
  'config unset rate-': ['rate-limit'],

  'check --profile ': ['main', 'shop.af'],
  'check --profile=s': ['--profile=shop.af'],
  'auth use ': ['main', 'shop.af'],
  'domains show ': [],
  'check ': [],

  'check --file ': 'files',
  'check --file=na': 'files',
  'sandbox --data ': 'files',
  'check > ': 'files',
  'check >na': 'files',
  'check 2>': 'files',
  'check 2>log --on': ['--only'],
  '> out.txt config get ti': ['timeout'],

  '-- config get ti': ['timeout'],
};

it.each(Object.entries(cases))('the candidates after %j are %j', (line, words) => {
  expect(completeLine(line)).toEqual(words);
});

it('shows the summaries of commands and options', () => {
  expect(completeCommandLine(tree, ['dom'], getProfiles)).toEqual([
    { word: 'domains', summary: "The account's domains (ls, show, changes, compare, calendar)" },
  ]);
  expect(completeCommandLine(tree, ['tier', '--verb'], getProfiles)).toEqual([
    { word: '--verbose', summary: 'log requests and answers to stderr, credentials hidden' },
  ]);
});
