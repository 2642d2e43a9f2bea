import type { Command } from 'commander';
import { buildProgram, helpWidth } from '../program.ts';
import { version } from '../version.ts';

/**
 * What is answered alike always and everywhere, by the words that ask for it: the version and every
 * help. The build writes it down beside the program, so that the launcher can answer without it.
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
    answers[[...words, '--help'].join(' ')] = help;
    for (const inner of command.commands) visit(inner, [...words, inner.name()]);
  };
  visit(program, []);
  return answers;
}
