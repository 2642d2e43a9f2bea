import type { ValueOption } from './typed-words.ts';

/** Text as one word of bash or zsh, in which nothing is expanded. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Like `quoted`, but plain words stay as they are, for those who read the script. */
export function word(text: string): string {
  return /^[\w-]+$/.test(text) ? text : quoted(text);
}

/** The command that prints the names of profiles, one a line, whatever is wrong with the config. */
export const askForProfiles = 'command dotaf __complete profiles 2>/dev/null';

/** A pattern of `case` for the command at hand and the option after it. */
export function optionPattern({ path, spelling }: ValueOption): string {
  return path === undefined ? `*${quoted(` ${spelling}`)}` : quoted(`${path} ${spelling}`);
}
