/*
 * What people type who know other tools (gh, hcloud, vercel, netlify, doctl, aws, registrars), and
 * what dotaf calls it. Lists are one text each, with commas between.
 */

/** Words for the commands of dotaf. */
export const commandHabits: Readonly<Record<string, string>> = {
  check:
    'whois, availability, available, avail, lookup, search, find, query, test name, taken, free, domains check, domains search, domains availability, domains available, domains find, domains lookup, domains suggest',
  quote:
    'price, prices, pricing, pricelist, price-list, cost, costs, quotes, rates, tld, tlds, domains price, domains prices, domains pricing, domains quote, domains cost',
  'domains ls':
    'ls, sl, list, all, ll, dir, portfolio, domains list, domains sl, domains all, domains index, domains names, names',
  'domains ls --expiring 30d': 'expiring, expiry, expired, expirations, domains expiring',
  'domains ls --ics': 'calendar, ics, ical, domains calendar, domains ics',
  'domains ls --csv': 'export, domains export, domains csv, dump, report',
  'domains show':
    'show, info, get, details, detail, describe, inspect, view, domains get, domains info, domains details, domains detail, domains describe, domains inspect, domains view, domains status, domains whois',
  balance:
    'credit, credits, funds, money, billing, wallet, account, account balance, account info, account show, deposit, spend',
  tier: 'level, levels, discount, discounts, account tier, plan',
  forecast: 'renewals, due, upcoming, budget, predict, domains renewals, domains forecast',
  'auth login':
    'login, log-in, signin, sign-in, init, setup, set-up, configure, connect, link, authenticate, auth add, auth create, auth new, auth set, auth init, auth setup, auth configure, auth signin, config init, profile add, profiles add',
  'auth logout':
    'logout, log-out, signout, sign-out, disconnect, unlink, auth remove, auth rm, auth delete, auth revoke, auth unset, auth signout',
  'auth status':
    'whoami, me, status, user, identity, credentials, auth whoami, auth me, auth show, auth info, auth get, auth current, auth token',
  'auth ls':
    'profiles, profile, accounts, contexts, context, auth list, auth profiles, profile ls, profile list, profiles ls, profiles list, context list, context ls, account list, account ls',
  'auth use':
    'use, switch, auth switch, auth select, auth activate, auth default, profile use, profile switch, context use, account use, account switch, auth change',
  'config ls':
    'settings, preferences, prefs, options, defaults, cfg, configuration, env, config list, config show, config view, config dump, config all, config print',
  'config get': 'config read',
  'config set': 'set, config add, config put, config change, config update, config write',
  'config unset': 'unset, config remove, config rm, config delete, config reset, config clear',
  'config path': 'config file, config location, config where, config edit, config open',
  doctor:
    'diagnose, diagnostics, diag, ping, health, healthcheck, debug, troubleshoot, test, verify, validate, selftest, self-test, network, auth test, auth check, auth verify',
  api: 'curl, request, raw, rest, http, call, graphql',
  sandbox:
    'serve, server, mock, dev, demo, playground, simulator, emulator, fake, sandbox start, sandbox run',
  completion:
    'completions, complete, autocomplete, autocompletion, shell-completion, install-completion',
  metrics: 'prometheus, openmetrics, exporter, monitoring, telemetry',
  help: 'man, manual, docs, documentation, usage, commands, examples, topics, readme',
  version: 'ver, about',
};

/** These are done in the portal; each hint names what dotaf can tell instead. */
export const portalHabits: Readonly<Record<string, string>> = {
  'dotaf check kabul.af tells whether a name is available, and its price':
    'register, registration, buy, purchase, order, create, new, add, reserve, cart, checkout, backorder, init-domain',
  'dotaf quote .af --action renewal tells the price': 'renew, renewal, extend, prolong',
  'dotaf quote .af --action transfer tells the price':
    'transfer, transfers, transfer-in, transfer-out, move, push',
  'dotaf quote .af --action restore tells the price':
    'restore, redeem, undelete, recover, reactivate',
  'dotaf domains show kabul.af shows what is set':
    'delete, remove, rm, cancel, drop, destroy, update, edit, modify, change, dns, record, records, zone, zones, ns, nameserver, nameservers, glue, host, hosts, dnssec, contact, contacts, registrant, lock, unlock, authcode, auth-code, epp, redirect, forward, park, autorenew, auto-renew, enable, disable',
  'dotaf balance tells what is left':
    'topup, top-up, pay, payment, payments, invoice, invoices, refund, recharge',
};

/** Words for tasks that other programs do better. */
export const otherHabits: Readonly<Record<string, string>> = {
  'install dotaf again as it was installed; dotaf --version shows which one this is':
    'upgrade, self-update, self-upgrade, selfupdate, install, uninstall',
  'for example watch -n 300 dotaf balance, or dotaf domains ls --changes from cron':
    'watch, monitor, follow, tail, notify, alert, alerts, subscribe, webhook, webhooks, events',
};

/** A word that only says to look comes before what is looked at: `get prices`. */
export const lookingWords = 'ls, list, get, show, view, describe, display, print, read, fetch';

/** What is looked at, where it is no command by itself. */
export const groupCommands: Readonly<Record<string, string>> = {
  domain: 'domains ls',
  domains: 'domains ls',
  auth: 'auth ls',
  config: 'config ls',
};

/** Words for groups: `domain list`. */
export const groupHabits: Readonly<Record<string, string>> = {
  domains: 'domain, dom, portfolio',
  auth: 'profile, profiles, context, contexts, login, session',
  config: 'conf, cfg, settings, preferences, prefs, configuration, configure',
};

/** Words for options, by the one that is meant, or by two where not every command has the first. */
export const optionHabits: Readonly<Record<string, string>> = {
  '--json':
    '-j, --pretty, --raw, --raw-output, --as-json, --to-json, --jsonl, --ndjson, --yaml, --xml, --machine, --machine-readable, --porcelain, --compact',
  '--jq': '--query, --template, --go-template, --jsonpath, --jmespath, --expression',
  '--search|--jq': '--filter, --grep, --name, --match, --pattern, --like, --contains',
  '--csv': '--tsv, --export, --excel, --xlsx',
  '--names':
    '--name-only, --names-only, --only-names, --ids, --no-headers, --no-header, --noheader, --noheaders, --bare',
  '--verbose': '--debug, --trace, --show-requests, --curl',
  '--quiet': '--silent, -s, --no-progress, --no-spinner, --hush, --shush, --no-output',
  '--profile':
    '--account, --context, --user, --team, --org, --organization, --workspace, --project, -p, -P, --scope, --env, --environment, --identity',
  '--base-url':
    '--endpoint, --endpoint-url, --url, --host, --hostname, --server, --api-url, --api, --api-base, --address',
  '--no-input':
    '--non-interactive, --no-interactive, --noninteractive, --batch, --ci, --no-prompt, --no-prompts',
  '--sandbox': '--test, --testing, --staging, --mock, --demo, --ote, --local, --dev, --offline',
  '--years': '--period, --periods, --term, --duration, --length',
  '--tld': '--tlds, --extension, --extensions, --ext, --suffix, --zone, --append',
  '--action': '--type, --operation, --op, --kind, --for',
  '--file': '--input, --input-file, --from-file, --names-file, --list, --from, -i, -f, -F, --stdin',
  '--out': '--out-file, --output-file, --outfile, --save, --journal, --log, -O, --write, --to',
  '--resume': '--continue, --skip-existing',
  '--replace': '--force, --overwrite, -f',
  '--secret-stdin': '--with-token, --password-stdin, --token-stdin, --key-stdin, --stdin',
  '--expiring':
    '--expires, --expiry, --expire, --expired, --expires-in, --expiring-in, --expires-before, --within, --before, --days, --until, --soon',
  '--days': '--expiring, --within, --horizon, --ahead',
  '--status': '--state, --states',
  '--auto-renew': '--autorenew, --renew, --auto-renewal, --no-auto-renew',
  '--sort': '--order, --order-by, --orderby, --sort-by, --sortby',
  '--columns|--fields':
    '--select, --cols, --column, --field, --show, --properties, --props, --attributes',
  '--changes': '--diff, --changed, --since-last, --delta',
  '--against': '--compare, --with, --compare-with',
  '--ics': '--calendar, --ical, --icalendar',
  '--only': '--where, --filter, --show, --status',
  '--only available': '--available, --free, --only-available, --available-only, --only-free',
  '--only taken': '--taken, --registered, --only-taken, --unavailable',
  '--expect': '--assert, --fail-unless, --require, --exit-code, --check',
  '--min': '--threshold, --minimum, --alert, --below, --warn, --at-least',
  '--with-credit': '--credit, --include-credit, --credit-limit',
  '--install': '--setup, --write',
  '--max-wait': '--retry, --retries, --max-retries, --max-time, --wait, --retry-max',
  '--timeout': '--connect-timeout, --request-timeout, --read-timeout, --time-out',
  '--no-color': '--no-colour, --nocolor, --no-colors, --monochrome, --plain, --no-ansi, --ascii',
  '--color': '--colour, --colors, --colours, --ansi',
  '--json-schema': '--schema, --jsonschema',
  '--help': '-?, --usage, --man, --manual, --examples, -help',
  '--version': '-version, --ver',
};

/** Options that choose a format by their value; see `formatWords`. */
export const formatHabits =
  '-o, --output, --output-format, --format, --out-format, -f, --formatter, --as, --print, --render, -t';

export const formatWords: Readonly<Record<string, string>> = {
  '--json': 'json, jsonl, ndjson, json-lines, yaml, yml, xml, js, machine, raw, object',
  '--csv': 'csv, tsv, excel, xlsx, spreadsheet',
  '--ics': 'ics, ical, calendar',
  '--names': 'names, name, id, ids',
  '': 'table, text, txt, plain, wide, human, pretty, default, list, simple, tab, columns',
};

/** Options without a counterpart, by the next step; `<line>` is the line without them. */
export const otherOptionHabits: Readonly<Record<string, string>> = {
  '<line> | head -n <value>; the service has no pages':
    '--limit, -n, -l, --max, --max-items, --max-results, --count, --head, --first, --top, --page, --per-page, --page-size, --pagesize, --offset, --cursor, --take, --number, --num, -L',
  '<line>; a list is whole by itself': '--all, -a, -A, --paginate, --no-paginate, --recursive',
  '<line>; dotaf only reads, and asks for no confirmation':
    '--yes, -y, --assume-yes, --confirm, --no-confirm, --dry-run, --noop, --force, -f, --safe, --simulate, --read-only, --readonly, --approve, --auto-approve',
  '<line>; there is no pager': '--no-pager, --pager',
  '<line>; the service has no regions': '--region, -r, --location, --datacenter',
  'dotaf auth login stores key and secret; a script sets DOTAF_KEY and DOTAF_SECRET':
    '--api-key, --apikey, --access-key, --service-key, --client-id, --username, --login, --credentials, --key, --key-id, --service-account, -u, --auth',
  'certificates are always verified; NODE_EXTRA_CA_CERTS=ca.pem trusts another authority':
    '--insecure, -k, --no-verify-ssl, --no-check-certificate, --skip-verify, --no-verify, --cacert, --ca-cert, --ca-bundle, --insecure-skip-tls-verify, --tls-skip-verify, --no-ssl-verify',
  'HTTPS_PROXY=http://proxy.example:3128 before dotaf sets a proxy':
    '--proxy, --http-proxy, --https-proxy, -x',
  'dotaf config path names the file, and DOTAF_HOME=<folder> before dotaf chooses another':
    '--config, -c, --config-file, --config-dir, --home, --cwd',
  'dotaf sends as many as the rate limit allows; dotaf config set rate-limit 120/60s changes it':
    '--concurrency, --parallel, --jobs, --threads, --workers, --rate, --rate-limit, --qps, --rps, --delay, --sleep, --throttle, --interval-ms',
  'watch -n 300 <line>': '--watch, -w, --follow, --interval, --every, --refresh, --loop, --poll',
};

/** The key of the list that a word is in. */
export function keyOf(lists: Readonly<Record<string, string>>, word: string): string | undefined {
  return Object.keys(lists).find((key) => isListed(lists[key] ?? '', word));
}

export function isListed(list: string, word: string): boolean {
  return list.split(', ').includes(word);
}
