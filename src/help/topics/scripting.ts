import type { Page } from '../page.ts';

/** Each line is run by a test, in this order, in one folder. */
export function scriptingPage(): Page {
  return {
    name: 'dotaf help scripting',
    summary: 'what a script or an agent needs to know',
    sections: [
      {
        blocks: [
          'dotaf only reads: no command registers, renews, transfers or buys anything. stdout is the answer, stderr is everything else, the exit code tells what came of it. Without a terminal there is no question, no colour and no progress; --no-input forbids questions also on one. -q leaves out notes, but no warning.',
        ],
      },
      {
        title: 'JSON',
        blocks: [
          'One object a line for each name (check, quote, domains show), one object for balance, tier and forecast, one array for lists. Every key is always there, null is not known, money is decimal text. Decide by .available, not by .status. dotaf help json lists the keys.',
          {
            lines: [
              ['dotaf check hello.af kabul.af --json'],
              [
                "dotaf check hello.af kite.af --jq 'select(.available) | .domain'",
                'jq is built in',
              ],
              ['dotaf domains ls --csv --fields domain,expiry,auto_renew'],
              ['dotaf check --json-schema', 'the JSON Schema of each line'],
              ['dotaf help --json', 'every command, option, exit code and variable'],
            ],
          },
        ],
      },
      {
        title: 'Exit codes and errors',
        blocks: [
          '0 is an answer; 1 an answer that is not as --expect or --min says; 9 some names have no answer. 2 is a wrong command line, 3 credentials, 5 no connection, 6 a refusal, 7 the rate limit: dotaf help exit-codes. A failed command prints nothing on stdout and, with --json, one line on stderr: {"error": {code, message, hint, status, api_code, request_id, retryable}}. Of several names, one that failed is a line with its domain and error.',
          {
            lines: [
              ['dotaf check hello.af --expect available -q > /dev/null && echo "free"'],
              ['dotaf balance --min 50 -q || echo "code $?"'],
            ],
          },
        ],
      },
      {
        title: 'Rate limit, waiting, retries',
        blocks: [
          'The service takes 60 requests in 60 seconds for each credential. Every dotaf of this user on this machine keeps to it together, by waiting, and retries transient errors: put no sleep and no retry of your own around it. --timeout bounds one attempt (15 s), --max-wait all waiting for one request (75 s), after which the code is 7. A second machine needs a credential of its own.',
          { lines: [['dotaf tier --json --timeout 5 --max-wait 20']] },
        ],
      },
      {
        title: 'Many names',
        blocks: [
          'Give them to one check, not one check to each: rows come in the order given, as soon as they are known. A list is text, CSV with a heading, or JSON lines, also those of dotaf; # starts a comment. --out keeps each answer before it is printed, and --resume asks only what is missing, after Ctrl-C or a power cut.',
          {
            lines: [
              ["printf 'hello.af\\nkite.af\\nnews.af\\n' > names.txt"],
              ['dotaf check --file names.txt --only available --json'],
              ['cut -d, -f1 names.txt | dotaf check - --csv'],
              ['dotaf check --file names.txt --out answers.jsonl -q > /dev/null'],
              ['dotaf check --file names.txt --out answers.jsonl --resume -q > /dev/null'],
              ['dotaf domains ls --names | head -n 2 | xargs dotaf domains show --json'],
            ],
          },
        ],
      },
      {
        title: 'Credentials',
        blocks: [
          'DOTAF_BASE_URL, DOTAF_KEY and DOTAF_SECRET, or a stored profile. The secret is never an argument. dotaf auth status tells what would be used, without a request and without the secret.',
          {
            lines: [
              ['dotaf auth login --base-url "$URL" --key "$KEY" --secret-stdin < secret.txt'],
              ['dotaf auth status --json'],
            ],
          },
        ],
      },
      {
        title: 'Tests and cron',
        blocks: [
          'The sandbox is a local server with invented names and prices, and the same answers for the same seed. In cron, PATH needs the folders of dotaf and node, and HOME that of the user who logged in.',
          {
            lines: [
              ['dotaf check hello.af --sandbox --json', 'one command against a sandbox of its own'],
              ['dotaf sandbox --json > sandbox.json &', 'one that runs: base_url, key and secret'],
              ['0 8 * * * dotaf forecast --expect covered -q || mail -s "code $?" root'],
            ],
          },
        ],
      },
    ],
  };
}
