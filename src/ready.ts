import type { Command } from 'commander';
import { buildProgram, helpWidth } from './program.ts';
import { version } from './version.ts';

/**
 * What is answered alike always and everywhere, by the words that ask for it, with `\0` between
 * them: the version and every help. The build keeps it beside the program, so that the launcher can
 * answer without the program.
 */
export async function readyAnswers(): Promise<Record<string, string>> {
  const answers: Record<string, string> = { '--version': `${version}\n` };
  let help = '';
  const program = await buildProgram({
    execute: async () => {},
    write: (text) => {
      help += text;
    },
    width: helpWidth,
  });
  const visit = (command: Command, words: string[]) => {
    help = '';
    command.outputHelp();
    answers[[...words, '--help'].join('\0')] = help;
    for (const inner of command.commands) visit(inner, [...words, inner.name()]);
  };
  visit(program, []);
  answers[''] = answers['--help'] ?? '';
  return answers;
}
