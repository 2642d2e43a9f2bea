import { command } from '../cli/command.ts';
import { choiceArgument, parsed } from '../cli/options.ts';
import { jsonObject, rawPaths, rawPrinter, rawRequest } from '../cli/raw-request.ts';

const bodyHint = 'a JSON object in quotes, such as \'{"domain":"kabul.af","years":1}\'';

const useJq = "choose with jq: dotaf api /account/balance --jq '.data.balance'";

const pathsText = `${rawPaths.join(', ')} or /domains/{domain}`;

export const api = command({
  summary: 'Send one request and print the raw answer',
  declare: (bare) =>
    bare
      .addArgument(choiceArgument('<path>', pathsText, rawPaths, (text) => text))
      .option(
        '--data <json>',
        'the body of a POST to /domains/check or /pricing',
        parsed('--data', jsonObject, bodyHint),
      ),
  refuses: { '--csv': useJq, '--fields': useJq },

  // The body as the service sent it, in whatever shape.
  kind: () => [],

  async run(context, { data }, path) {
    const request = rawRequest(path, data);
    const { json = false } = context.options;
    const { jq } = context;
    const isTerminal = context.surroundings.stdout.isTTY;
    const print = await rawPrinter({ json, jq, isTerminal });
    const client = await context.client();
    const { text } = await context.output.whileWorking('asking', () => client.reply(request));
    return { text: await print(text) };
  },
});
