import { oneCommand } from '../cli/command.ts';
import { extraCell, extraPairs, textCell } from '../output/cells.ts';

export const tier = oneCommand({
  summary: 'Show current tier, next tier and domains needed to advance',
  declare: (command) => command,
  fields: ['current_tier', 'next_tier', 'domains_needed'],

  run: async (context) => (await context.service()).tier(),

  view: () => ({
    details: ({ current_tier, next_tier, domains_needed, extra }) => [
      ['current tier', textCell(current_tier, 'strong')],
      ['next tier', textCell(next_tier)],
      ['domains needed', textCell(domains_needed)],
      ...extraPairs(extra).map(([label, text]) => [label, { text }] as const),
    ],
  }),
  everyProfile: [
    {
      name: 'current_tier',
      title: 'CURRENT TIER',
      cell: ({ current_tier }) => textCell(current_tier, 'strong'),
    },
    { name: 'next_tier', title: 'NEXT TIER', cell: ({ next_tier }) => textCell(next_tier) },
    {
      name: 'domains_needed',
      title: 'DOMAINS NEEDED',
      align: 'right',
      cell: ({ domains_needed }) => textCell(domains_needed),
    },
    { name: 'extra', title: '', isCut: true, cell: ({ extra }) => extraCell(extra) },
  ],
});
