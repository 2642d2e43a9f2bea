import type { Tree } from '../cli/command-line.ts';
import { version } from '../version.ts';
import { commandPage } from './command-page.ts';
import { type DescribedProgram, describeProgram } from './describe.ts';
import type { Page, Section } from './page.ts';
import { blocks, filled, heading, label } from './roff.ts';
import { firstLines } from './top-page.ts';
import { filesSections, variablesSections } from './topics/environment.ts';
import { topicPage } from './topics.ts';

/** The manual, dotaf(1), from the pages of help. It has no date, so that every build is the same. */
export async function manPage(tree: Tree): Promise<string> {
  const described = describeProgram(tree);
  const { program } = described;
  const topic = async (name: 'json' | 'options' | 'scripting' | 'exit-codes') =>
    (await topicPage(name, described)).sections;
  const lines = [
    `.TH DOTAF 1 "" "dotaf ${version}" "User Commands"`,
    // Names of fields and options are not to be hyphenated.
    ...['.nr HY 0', '.nh', '.ad l'],
    ...['.SH NAME', 'dotaf \\- look up names, prices and the account as a reseller of .af domains'],
    ...['.SH SYNOPSIS', '.B dotaf', '.I command', '[\\fIarguments\\fR] [\\fIoptions\\fR]'],
    '.SH DESCRIPTION',
    filled(
      `${program.description()}. It only reads: registering, renewing and transferring is done in the reseller portal.`,
    ),
    '.SH COMMANDS',
    ...commands(described),
    ...chapter('OPTIONS OF EVERY COMMAND', await topic('options')),
    ...chapter('EXIT STATUS', await topic('exit-codes')),
    ...chapter('ENVIRONMENT', variablesSections()),
    ...chapter('FILES', filesSections()),
    ...chapter('SCRIPTING', await topic('scripting')),
    ...chapter('JSON', await topic('json')),
    ...['.SH EXAMPLES', ...blocks([{ lines: firstLines }])],
    ...['.SH SEE ALSO', '.BR jq (1),', '.BR xargs (1),', '.BR crontab (5)'],
  ];
  // A paragraph begins after a heading anyway, which a checker of man pages remarks on.
  const needed = lines.filter(
    (line, at) => line !== '.PP' || !/^\.S[HS]/.test(lines[at - 1] ?? ''),
  );
  return `${needed.join('\n')}\n`;
}

function commands({ all, program }: DescribedProgram): string[] {
  return all.flatMap((one) => {
    const { name, usage, sections }: Page = commandPage(one, program);
    return [
      heading('SS', `${name} ${usage}`),
      ...inManual(sections).flatMap(({ title, blocks: inner }) => [
        ...(title === undefined ? [] : label(title)),
        ...blocks(inner),
      ]),
    ];
  });
}

function chapter(title: string, sections: readonly Section[]): string[] {
  return [
    heading('SH', title),
    ...inManual(sections).flatMap(({ title: inner, blocks: parts }) => [
      ...(inner === undefined ? [] : [heading('SS', inner)]),
      ...blocks(parts),
    ]),
  ];
}

function inManual(sections: readonly Section[]): Section[] {
  return sections.filter(({ isOutOfManual = false }) => !isOutOfManual);
}
