import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { domainFactSchema } from '../../src/api/parse/domain.ts';
import { domainSchema } from '../../src/domains/domain-cache.ts';
import { Snapshot } from '../../src/snapshots/snapshot.ts';
import { createTempFolder } from '../support/home.ts';

/** A row as written by version 0.1.0. Never edit it: users have such files. */
const row010 = {
  domain: 'kabul.af',
  status: 'active',
  expiry: '2027-06-01',
  registration_date: '2020-06-01',
  auto_renew: true,
  nameservers: ['ns1.hosting.example'],
};

/** A snapshot file as written by version 0.1.0. Never edit it either. */
const snapshot010 = {
  at: '2026-11-23T09:00:00.000Z',
  rows: [row010],
  isWhole: true,
  absent: ['lost.af'],
};

it('reads a row that version 0.1.0 stored', () => {
  expect(domainSchema.parse(row010)).toMatchObject(row010);
});

it.each(Object.keys(domainFactSchema))('reads a row that was stored before %s existed', (fact) => {
  const olderRow = Object.fromEntries(Object.entries(row010).filter(([key]) => key !== fact));
  expect(domainSchema.parse(olderRow)).toMatchObject({ ...row010, [fact]: null });
});

it('reads and rewrites a snapshot that version 0.1.0 stored', () => {
  const file = path.join(createTempFolder(), 'domains.json');
  writeFileSync(file, JSON.stringify(snapshot010));
  const redactor = { redact: (text: string) => text };
  const snapshot = new Snapshot(file, domainSchema, redactor);
  expect(snapshot.isCorrupt).toBe(false);
  expect(snapshot.previous).toEqual({ ...snapshot010, rows: [domainSchema.parse(row010)] });
  const { rows, isWhole, absent } = snapshot010;
  snapshot.stage({ rows, isWhole, absent }, Date.parse('2026-11-24T09:00:00Z'))?.commit();
  const keys = Object.keys(JSON.parse(readFileSync(file, 'utf8')));
  expect(keys.sort()).toEqual(Object.keys(snapshot010).sort());
});

it('reads a snapshot and details of a newer version, which store one fact more', () => {
  const row = { ...row010, registrant: 'Nabi' };
  const file = path.join(createTempFolder(), 'domains.json');
  writeFileSync(file, JSON.stringify({ ...snapshot010, rows: [row], scope: 'all' }));
  const { previous } = new Snapshot(file, domainSchema, { redact: (text: string) => text });
  expect(previous?.rows).toMatchObject([row010]);
});
