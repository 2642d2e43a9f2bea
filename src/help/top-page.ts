import type { DescribedProgram } from './describe.ts';
import type { Page, Section } from './page.ts';
import { commandGroups } from './texts.ts';
import { topicNames } from './topics.ts';

/** One column for all groups. */
const nameWidth = Math.max(
  ...Object.values(commandGroups)
    .flat()
    .map((name) => name.length),
);

/** What a newcomer types first, and what it is for. */
export const firstLines = [
  ['dotaf check kabul.af --sandbox', 'is the name free? No account is needed'],
  ['dotaf auth login', 'store the credentials of your account'],
] as const;

/** The first page fits on a screen, so it explains only what a newcomer needs. */
export function topPage({ all, program }: DescribedProgram): Page {
  const summaryOf = (name: string) =>
    all.find(({ path }) => path === name)?.command.description() ?? '';
  const groups = Object.entries(commandGroups).map(
    ([title, names], index): Section => ({
      title,
      isClose: index > 0,
      blocks: [{ items: names.map((name) => [name.padEnd(nameWidth), summaryOf(name)] as const) }],
    }),
  );
  return {
    name: 'dotaf',
    summary: program.description(),
    usage: '<command> [options]',
    sections: [
      { blocks: [`${program.description()}. It only reads.`] },
      ...groups,
      {
        title: 'Options',
        isInline: true,
        blocks: ['--json --csv --jq --fields --profile --sandbox; all: dotaf help options'],
      },
      {
        title: 'Topics',
        isClose: true,
        isInline: true,
        blocks: [`${topicNames.join(', ')}: dotaf help scripting`],
      },
      {
        title: 'Examples',
        isClose: true,
        blocks: [
          {
            items: firstLines,
          },
        ],
      },
    ],
  };
}
