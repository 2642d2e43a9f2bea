import { version } from '../version.ts';
import type { Description } from './describe.ts';
import { helpPage } from './pages.ts';

/** The manual, dotaf(1): the pages of help. It has no date, so that every build is the same. */
export function manPage(described: Description): string {
  const page = (heading: string, words: string[]) => {
    // man indents by seven.
    const whole = helpPage(described, words, { columns: 72 });
    // The first line repeats what the heading of a section says.
    const text = heading.startsWith('.SH') ? whole.replace(/^.*\n\n/, '') : whole;
    return [heading, '.nf', asRoff(text.trimEnd()), '.fi'];
  };
  const lines = [
    `.TH DOTAF 1 "" "dotaf ${version}" "User Commands"`,
    '.SH NAME',
    'dotaf \\- check .af names and prices, read a reseller account',
    '.SH SYNOPSIS',
    '.B dotaf',
    '.I command',
    '[\\fIarguments\\fR] [\\fIoptions\\fR]',
    ...page('.SH DESCRIPTION', []),
    '.SH COMMANDS',
    ...described.all.flatMap(({ path }) => page(`.SS dotaf ${path}`, path.split(' '))),
    ...page('.SH OPTIONS', ['options']),
    ...page('.SH EXIT STATUS', ['exit-codes']),
    ...page('.SH ENVIRONMENT', ['environment']),
    ...page('.SH SCRIPTING', ['scripting']),
    '.SH SEE ALSO',
    '.BR jq (1),',
    '.BR xargs (1),',
    '.BR crontab (5)',
  ];
  return `${lines.join('\n')}\n`;
}

/** Headings and options are bold. A hyphen stays one, and a line that begins with a dot is no request. */
function asRoff(text: string): string {
  return text
    .replace(
      /[\\'"`^~]/g,
      (character) => `\\[u00${character.charCodeAt(0).toString(16).toUpperCase()}]`,
    )
    .replaceAll('-', '\\-')
    .replace(/^[A-Z].*:$|(?<=^ {2})\\-.*?(?= {2,}|$)/gm, '\\fB$&\\fR')
    .replace(/^\./gm, '\\&.');
}
