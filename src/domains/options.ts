import type { Command } from '@commander-js/extra-typings';
import {
  addPreferences,
  choiceOption,
  listOption,
  spanOption,
  valueOption,
} from '../cli/options.ts';
import type { TimeSpan } from '../core/dates.ts';
import { fieldHint } from '../output/fields.ts';
import { facts } from './list.ts';

export interface DomainFilter {
  status?: readonly string[];
  /** A span without a first day includes domains that have expired. */
  expiring?: TimeSpan;
  autoRenew?: 'on' | 'off';
}

const sortFields = [...facts, 'days'];

const sortWords = [...sortFields, ...sortFields.map((field) => `-${field}`)];

export function sortOption() {
  return valueOption(
    '--sort <field>',
    'sort by column; -expiry reverses (default: expiry)',
    (text) => sortWords.find((word) => word === text.trim()),
    (text) => fieldHint(text.trim().replace(/^-/, ''), sortFields, 'the fields are'),
    sortWords,
  );
}

export function addFilters(command: Command) {
  const hint = 'dotaf domains ls shows the status of each domain';
  const parse = (text: string) => (/[^\s,]/.test(text) ? [text] : undefined);
  const description = 'filter by status (comma-separated)';
  return addPreferences(command, 'domains-file')
    .addOption(listOption('--status <status>', description, parse, hint))
    .addOption(
      spanOption(
        '--expiring <span>',
        'up to this day, expired ones too (30d, 12w, 3m, 1y, 2026-12-31), or in one month (2026-12)',
      ),
    )
    .addOption(choiceOption('--auto-renew <state>', 'filter by auto-renew', ['on', 'off']));
}
