import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { domainAttributeSchema } from '../../src/api/parse/domain.ts';
import { sightingSchema } from '../../src/domains/domain-cache.ts';
import { Snapshot } from '../../src/state/snapshot.ts';
import { createTempFolder } from '../support/home.ts';

const domain010 = {
  domain: 'kabul.af',
  status: 'active',
  expiry: '2027-06-01',
  registration_date: '2020-06-01',
  auto_renew: true,
  nameservers: ['ns1.hosting.example'],
};

/** Row of a snapshot or of the stored details, as version 0.1.0 wrote it. Never edit it. */
const sighting010 = {
  name: 'kabul.af',
  domain: domain010,
  hasOwnAnswer: false,
  emptyAttributes: ['nameservers'],
  at: 1_795_424_400_000,
};

const absent010 = { ...sighting010, name: 'lost.af', domain: null };

const snapshot010 = {
  at: '2026-11-23T09:00:00.000Z',
  rows: [sighting010, absent010],
  isComplete: true,
};

const redactor = { redact: (text: string) => text };

it.each(Object.keys(domainAttributeSchema))(
  'reads a row that was stored before %s existed',
  (attribute) => {
    const older = Object.fromEntries(
      Object.entries(domain010).filter(([key]) => key !== attribute),
    );
    expect(sightingSchema.parse({ ...sighting010, domain: older }).domain).toEqual({
      ...domain010,
      [attribute]: null,
    });
  },
);

it('reads and rewrites a snapshot that version 0.1.0 stored', () => {
  const file = path.join(createTempFolder(), 'domains.json');
  writeFileSync(file, JSON.stringify(snapshot010));
  const snapshot = new Snapshot(file, sightingSchema, redactor);
  expect(snapshot.isCorrupt).toBe(false);
  expect(snapshot.previous).toEqual(snapshot010);
  const { at, ...data } = snapshot010;
  snapshot.stage(data, Date.parse(at))?.commit();
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(snapshot010);
});

it('reads a snapshot of a newer version, which stores more', () => {
  const row = { ...sighting010, domain: { ...domain010, registrant: 'Nabi' }, source: 'list' };
  const file = path.join(createTempFolder(), 'domains.json');
  writeFileSync(file, JSON.stringify({ ...snapshot010, rows: [row], scope: 'all' }));
  const { previous } = new Snapshot(file, sightingSchema, redactor);
  expect(previous?.rows).toEqual([sighting010]);
});
