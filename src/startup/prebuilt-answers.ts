import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { addCommands, createProgram, helpOf } from '../program.ts';
import { version } from '../version.ts';

/**
 * What is answered alike always and everywhere, by the words that ask for it: the version and every
 * help. The build writes it down beside the program, so that the launcher can answer without it.
 */
export async function readyAnswers(): Promise<Record<string, string>> {
  const answers: Record<string, string> = { '--version': `${version}\n` };
  const visit = (command: CommandUnknownOpts, words: string[]) => {
    answers[[...words, '--help'].join(' ')] = helpOf(command);
    for (const inner of command.commands) visit(inner, [...words, inner.name()]);
  };
  const program = createProgram(Number.POSITIVE_INFINITY);
  addCommands(program, [], async () => {});
  visit(program, []);
  return answers;
}
