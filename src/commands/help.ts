import { defineCommand } from '../cli/command.ts';
import type { CommandContext } from '../cli/context.ts';
import { CompletableArgument } from '../cli/options.ts';
import type { Program } from '../cli/parser.ts';

export const createHelpCommand = (buildProgram: () => Program) =>
  defineCommand({
    summary: 'Explain a command or a topic',
    defineOptions: (cmd) =>
      cmd
        .addArgument(new CompletableArgument('[topic]', `a command, or ${topicNames}`, 'topics'))
        .argument('[subcommand]', 'such as ls in domains ls, or expiry in field-names expiry'),
    outputKind: 'object',
    rejectsCron: true,

    async run(context, _options, ...args) {
      const words = args.flatMap((word) => word ?? []);
      const program = buildProgram();
      const { json, jq } = context.options;
      if (!json && jq === undefined) return { text: await renderHelp(program, context, words) };
      const { describeProgram } = await import('../help/describe.ts');
      const { findCommandDescription } = await import('../help/pages.ts');
      const description = describeProgram(program);
      return { item: findCommandDescription(description, words) ?? description.json };
    },

    description:
      '--help before or after a command shows its page, too. Any other word lists the commands, options and topics whose help holds it.',
    examples: {
      'dotaf help check': 'the page of a command',
      'dotaf help price': 'where the help has this word',
      'dotaf help --json': 'every command with its options, arguments and fields',
    },
  });

/** Duplicates the keys of `helpTopics` to avoid loading the text of every topic at startup. */
const topicNames = 'cron, environment, exit-codes, field-names, files, options, scripting, skill';

export async function renderHelp(
  program: Program,
  { output, system }: CommandContext,
  words: readonly string[],
) {
  const { describeProgram } = await import('../help/describe.ts');
  const { renderHelpPage, maxHelpWidth } = await import('../help/pages.ts');
  const paint = await output.colorizer();
  const heading = (text: string) => paint('strong', text);
  const style = { columns: Math.min(maxHelpWidth, system.stdout.columns), heading };
  return renderHelpPage(describeProgram(program), words, style);
}
