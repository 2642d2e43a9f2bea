import { expect, it } from 'vitest';
import { type Field, ranked } from '../../../src/api/tolerant/fields.ts';
import { FactReader } from '../../../src/api/tolerant/reader.ts';
import type { JsonObject } from '../../../src/core/json.ts';

const colour = (value: unknown) =>
  typeof value === 'string' && /^[a-z]+$/.test(value) ? value : undefined;

const reader = new FactReader({
  colour: { ranks: ranked(['colour|color', 'paint'], { read: colour }) } satisfies Field<string>,
  walls: {
    ranks: [
      {
        names: 'wall',
        isSeries: true,
        read: (value) => (Array.isArray(value) ? value : undefined),
      },
    ],
    fillers: 'side',
  } satisfies Field<unknown[]>,
});

function wrapped(inner: unknown, times: number): JsonObject {
  return times === 1 ? { data: inner } : { data: wrapped(inner, times - 1) };
}

it.each<[string, JsonObject, string | null, JsonObject | undefined]>([
  ['a fact', { colour: 'red' }, 'red', undefined],
  [
    'the surest name, wherever it stands',
    { paint: 'blue', colour: 'red' },
    'red',
    { paint: 'blue' },
  ],
  ['names that agree', { colour: 'red', color: 'red' }, 'red', undefined],
  ['nothing of null', { colour: null }, null, undefined],
  ['nothing of an empty text', { colour: '' }, null, undefined],
  ['nothing of what is not understood', { colour: 7 }, null, { colour: 7 }],
  ['nothing of null beside a weaker name', { colour: null, paint: 'red' }, null, { paint: 'red' }],
  ['a value beside its type', { colour: { '#text': 'red' } }, 'red', undefined],
  [
    'a value beside more than its type',
    { colour: { '#text': 'red', shade: 'dark' } },
    'red',
    { colour: { '#text': 'red', shade: 'dark' } },
  ],
  [
    'a weaker name where the surer holds something else',
    { colour: [{ shade: 'dark' }, 'x'], paint: 'red' },
    'red',
    { colour: [{ shade: 'dark' }, 'x'] },
  ],
  ['the item of a list of one', { data: [{ colour: 'red', id: 1 }] }, 'red', { data: [{ id: 1 }] }],
  [
    'no item of several',
    { data: [{ colour: 'red' }, {}] },
    null,
    { data: [{ colour: 'red' }, {}] },
  ],
  ['no item under another name', { zoo: [{ colour: 'red' }] }, null, { zoo: [{ colour: 'red' }] }],
  [
    'what is labelled',
    { data: [{ name: 'colour', value: 'red' }] },
    'red',
    { data: [{ name: 'colour', value: 'red' }] },
  ],
  ['no name with a word more', { data_colour: 'red' }, null, { data_colour: 'red' }],
  ['through six wrappers', wrapped({ colour: 'red' }, 6), 'red', undefined],
  ['not through seven', wrapped({ colour: 'red' }, 7), null, wrapped({ colour: 'red' }, 7)],
])('reads %s', (_, answer, found, extra) => {
  const reading = reader.read(answer);
  expect(reading.found.colour).toBe(found);
  expect(reading.extra).toStrictEqual(extra);
});

it('reads nothing where one of three names disagrees', () => {
  const answer = { colour: 'red', color: 'red', COLOR: 'blue' };
  expect(reader.read(answer)).toMatchObject({ found: { colour: null }, extra: answer });
});

it.each<[string, JsonObject, string[], string | null]>([
  ['before the rest', { data: { colour: 'red' }, info: { colour: 'blue' } }, ['info'], 'blue'],
  ['after the rest was silent', { colour: 'red', info: {} }, ['info'], 'red'],
  ['under any key', { zoo: { colour: 'red' } }, ['zoo'], 'red'],
  ['but not beside it', { zoo: {}, inn: { colour: 'red' } }, ['zoo'], null],
  ['but not halfway beside it', { zoo: { a: { colour: 'red' }, b: {} } }, ['zoo', 'b'], null],
  ['in a list', { data: [{ colour: 'red' }, { colour: 'blue' }] }, ['data', '1'], 'blue'],
  [
    'in a list of a list',
    { data: [{}, { results: [{}, { colour: 'blue' }] }] },
    ['data', '1', 'results', '1'],
    'blue',
  ],
])('has the subject speak %s', (_, answer, subject, found) => {
  expect(reader.read(answer, subject).found.colour).toBe(found);
});

it('reads nothing around a subject that is alone', () => {
  const answer = { colour: 'red', info: {} };
  expect(reader.read(answer, ['info'], true)).toMatchObject({
    found: { colour: null },
    extra: answer,
  });
});

it('reads directly what an object itself says', () => {
  expect(reader.direct({ colour: 'red' }).colour).toBe('red');
  expect(reader.direct({ data: { colour: 'red' } }).colour).toBeNull();
});

it('collects all that is said, but not by items of lists', () => {
  const answer = {
    colour: 'red',
    paint: '?',
    data: { paint: 'blue' },
    items: [{ colour: 'green' }],
  };
  expect(reader.everything(answer)).toStrictEqual({ colour: ['red', 'blue'], walls: [] });
});

it.each<[string, JsonObject, unknown[]]>([
  ['one', { wall: 'north' }, ['north']],
  ['by number', { wall10: 'west', wall2: 'east', wall: 'north' }, ['north', 'east', 'west']],
  ['by the last number', { wall1_2: 'east', wall2_1: 'north' }, ['north', 'east']],
  ['a number above them aside', { data9: { wall2: 'east', wall: 'north' } }, ['north', 'east']],
  ['with words behind the number', { wall10side: 'east', wall2side: 'north' }, ['north', 'east']],
  ['not by a large number', { wall1: 'north', wall100: 'east' }, ['north']],
])('reads a series together: %s', (_, answer, walls) => {
  expect(reader.read(answer).found.walls).toStrictEqual(walls);
});

it.each<[string, JsonObject, string[] | undefined]>([
  ['at once', { colour: 'red' }, []],
  ['in a wrapper', { id: 7, data: { colour: 'red' } }, ['data']],
  ['the shallowest', { data: { data: { colour: 'red' } }, info: { colour: 'red' } }, ['info']],
  ['in what else may hold it', { zoo: { colour: 'red' } }, ['zoo']],
  ['not in what may not', { inn: { colour: 'red' }, data_inn: { colour: 'red' } }, undefined],
  ['beside nothing', { data: null, info: { colour: 'red' } }, ['info']],
  ['as the only one of a list', { data: ['x', {}, { colour: 'red' }] }, ['data', '2']],
  ['as one of several', { data: [{ colour: 'red' }, { colour: 'red' }] }, undefined],
  ['not in a list of others', { data: [{}, 'x'] }, undefined],
  ['by its key', { 'red.house': { id: 7 } }, ['red.house']],
  ['not by the key of a text', { 'red.house': 'x' }, undefined],
  ['not by the key of something else', { 'blue.house': {} }, undefined],
  ['not by a key without a dot', { red: {} }, undefined],
  ['in six wrappers', wrapped({ colour: 'red' }, 6), Array(6).fill('data')],
  ['not in seven', wrapped({ colour: 'red' }, 7), undefined],
])('finds a subject: %s', (_, answer, path) => {
  const isRed = (object: JsonObject, key?: string) =>
    reader.direct(object).colour === 'red' || key?.startsWith('red') === true;
  expect(reader.pathTo(answer, isRed, new Set(['zoo']))).toStrictEqual(path);
});
