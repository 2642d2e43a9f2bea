import {
  appendFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Ledger, type LedgerExchange } from '../../src/rate-limit/ledger.ts';
import { temporaryFolder } from '../support/home.ts';

const name = '0123abcd';

/** Two processes that write to one ledger, and a way to get at its files. */
function pair() {
  const folder = path.join(temporaryFolder(), 'state', 'rate-limit');
  const open = () => new Ledger(folder, name);
  const file = (part = 0) => path.join(folder, `${name}.${part}.log`);
  return { folder, open, file, one: open(), other: open() };
}

/** An exchange with the texts of its lines: the late ones are marked, and those of later parts. */
function shown({ lines, isLost }: LedgerExchange) {
  const texts = lines.map(
    ({ text, part, isLate }) => `${part > 0 ? `${part}: ` : ''}${isLate ? 'late: ' : ''}${text}`,
  );
  return { lines: texts, isLost };
}

/** A pair whose first part holds `old`, and whose second holds `new`. */
function pairInSecondPart() {
  const all = pair();
  all.one.exchange(['old']);
  all.one.seal();
  all.one.exchange([]);
  all.one.exchange(['new']);
  return all;
}

it('shows the lines of all processes to each in the same order', () => {
  const { open, one, other } = pair();
  const seenByOne = [one.exchange(['a', 'b']), one.exchange([])];
  const seenByOther = [other.exchange(['c'])];
  seenByOne.push(one.exchange(['d']));
  seenByOther.push(other.exchange([]));
  const order = ['a', 'b', 'c', 'd'];
  expect(seenByOne.flatMap((seen) => shown(seen).lines)).toEqual(order);
  expect(seenByOther.flatMap((seen) => shown(seen).lines)).toEqual(order);
  expect(shown(open().exchange([]))).toEqual({ lines: order, isLost: false });
});

it('reads nothing where nobody else has written', () => {
  const { file, one, other } = pair();
  expect(one.exchange(['a', 'b'])).toMatchObject({ isEcho: true });
  other.exchange(['c']);
  expect(one.exchange(['d'])).toMatchObject({ isEcho: false });
  expect(one.exchange(['e'])).toEqual({
    lines: [{ text: 'e', part: 0, isLate: false }],
    isEcho: true,
    isLost: false,
  });
  appendFileSync(file(), 'half');
  expect(one.exchange([])).toMatchObject({ isEcho: false });
  expect(one.exchange(['f'])).toMatchObject({ isEcho: false });
  rmSync(file());
  expect(one.exchange(['g'])).toMatchObject({ isEcho: false, isLost: true });
});

it('reads more than one buffer at once', () => {
  const { one, other } = pair();
  const lines = Array.from({ length: 30_000 }, (_, index) => `line ${index}`);
  one.exchange(lines);
  expect(shown(other.exchange([])).lines).toEqual(lines);
});

it('starts a new line after half a line that a full disk has left', () => {
  const { file, one, other } = pair();
  one.exchange(['whole']);
  appendFileSync(file(), 'hal');
  expect(shown(one.exchange([])).lines).toEqual([]);
  expect(shown(one.exchange(['next'])).lines).toEqual(['hal', 'next']);
  expect(shown(other.exchange([])).lines).toEqual(['whole', 'hal', 'next']);
});

it('skips arbitrary bytes without losing the lines behind them', () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc.constant(Uint8Array.of(0, 0xff, 0xc3, 10, 0, 0xe2, 0x82, 13, 0x80)),
    fc.constant(Buffer.from('€'.repeat(50))),
  );
  const check = (rubbish: Uint8Array) => {
    const { file, one, other } = pair();
    one.exchange(['before']);
    other.exchange([]);
    appendFileSync(file(), Buffer.concat([rubbish, Buffer.from('\n')]));
    other.exchange([]);
    one.exchange(['after']);
    expect(shown(other.exchange([]))).toEqual({ lines: ['after'], isLost: false });
  };
  fc.assert(fc.property(bytes, check));
});

it('asks for a line to be repeated that came after the seal of a part', () => {
  const { open, one, other } = pair();
  one.exchange(['first']);
  other.exchange([]);
  one.seal();
  expect(shown(other.exchange(['second']))).toMatchObject({
    lines: ['late: second'],
    isLost: true,
  });
  expect(other.part).toBe(1);
  expect(shown(other.exchange(['second']))).toEqual({
    lines: ['1: second'],
    isLost: false,
  });
  expect(shown(one.exchange([]))).toMatchObject({
    lines: ['late: second', '1: second'],
    isLost: true,
  });
  expect(shown(open().exchange([]))).toMatchObject({
    lines: ['first', 'late: second', '1: second'],
    isLost: false,
  });
});

it('goes on behind parts that were closed one after the other', () => {
  const { open, one, other } = pair();
  one.exchange(['first']);
  other.exchange([]);
  one.seal();
  one.exchange([]);
  one.exchange(['second']);
  one.seal();
  expect(shown(other.exchange(['late']))).toEqual({
    lines: ['late: late', '1: second'],
    isLost: true,
  });
  expect(other.part).toBe(2);
  expect(shown(other.exchange(['third']))).toEqual({ lines: ['2: third'], isLost: false });
  expect(shown(one.exchange([]))).toEqual({ lines: ['2: third'], isLost: true });
  expect(shown(open().exchange([])).lines).toEqual(['1: second', '2: third']);
});

it('goes on behind a part that begins with its seal', () => {
  const { file, one } = pair();
  one.exchange([]);
  appendFileSync(file(), 'SEAL\nlate\n');
  expect(shown(one.exchange([]))).toEqual({ lines: ['late: late'], isLost: true });
  expect(one.part).toBe(1);
});

it('shows late lines before those of the next part to every reader', () => {
  const { open, one, other } = pair();
  one.exchange(['first']);
  const reader = open();
  reader.exchange([]);
  one.seal();
  other.exchange(['late']);
  other.exchange(['next']);
  expect(shown(reader.exchange([])).lines).toEqual(['late: late', '1: next']);
  expect(shown(open().exchange([])).lines).toEqual(['first', 'late: late', '1: next']);
});

it('shows a newcomer only the last two parts', () => {
  const { file, open } = pairInSecondPart();
  expect(shown(open().exchange([])).lines).toEqual(['old', '1: new']);
  writeFileSync(file(2), 'newest\n');
  expect(shown(open().exchange([])).lines).toEqual(['1: new', '2: newest']);
});

describe('lines that are old', () => {
  const old = Array.from({ length: 3000 }, (_, index) => `old ${index}`);

  function afterALongRun() {
    const all = pair();
    all.one.exchange(old);
    let looks = 0;
    const newcomer = all.open();
    newcomer.skipWhere((line) => {
      looks += 1;
      return line.startsWith('old');
    });
    return { ...all, newcomer, looks: () => looks };
  }

  it('are not read again: a newcomer looks at one block of them', () => {
    const { newcomer, looks } = afterALongRun();
    expect(shown(newcomer.exchange(['new']))).toEqual({ lines: ['new'], isLost: false });
    expect(looks()).toBeLessThan(8192 / 'old 2999\n'.length + 1);
  });

  it('are not read again in the part before either, apart from the block with its seal', () => {
    const { one, open, newcomer } = afterALongRun();
    one.seal();
    one.exchange([]);
    one.exchange(['recent']);
    const { lines } = newcomer.exchange([]);
    expect(lines.length).toBeLessThan((2 * 8192) / 'old 2999\n'.length + 1);
    expect(lines.at(-1)).toEqual({ text: 'recent', part: 1, isLate: false });
    expect(open().exchange([]).lines).toHaveLength(3001);
  });

  it('do not hide newer ones that stand before them in the file', () => {
    const { one, newcomer } = afterALongRun();
    one.exchange(['recent', ...old.slice(0, 200)]);
    expect(shown(newcomer.exchange([])).lines).toContain('recent');
  });

  it('do not hide what stands before bytes that nobody has written', () => {
    const { file, one, newcomer } = afterALongRun();
    one.exchange(['recent']);
    appendFileSync(file(), 'x'.repeat(20_000));
    one.exchange(['next']);
    const { lines } = shown(newcomer.exchange([]));
    expect(lines).toContain('recent');
    expect(lines.at(-1)).toBe('next');
  });
});

it('removes the parts before the one that it closes', () => {
  const { folder, file, one } = pairInSecondPart();
  expect(readdirSync(folder)).toHaveLength(2);
  one.seal();
  one.exchange([]);
  expect(readdirSync(folder).map((found) => path.join(folder, found))).toEqual([file(1), file(2)]);
});

it('compares the length of a part with the requests that are active', () => {
  const { folder } = pair();
  const ledger = new Ledger(folder, name, 1000);
  ledger.exchange(['x'.repeat(998)]);
  expect(ledger.isLong(0)).toBe(false);
  ledger.exchange(['x'.repeat(998)]);
  expect([ledger.isLong(0), ledger.isLong(12), ledger.isLong(13)]).toEqual([true, true, false]);
});

it('starts again with a file that somebody has emptied', () => {
  const { file, one, other } = pair();
  one.exchange(['a long line of before']);
  truncateSync(file());
  expect(shown(one.exchange(['x']))).toEqual({ lines: ['x'], isLost: true });
  expect(shown(one.exchange([]))).toEqual({ lines: [], isLost: false });
  expect(shown(other.exchange([])).lines).toEqual(['x']);
});

it('continues in a new file that other processes find when somebody has removed it', () => {
  const { file, open, one } = pair();
  one.exchange(['before']);
  rmSync(file());
  expect(one.exchange(['lost']).isLost).toBe(true);
  expect(shown(one.exchange(['repeated']))).toMatchObject({
    lines: ['repeated'],
    isLost: false,
  });
  expect(shown(open().exchange([])).lines).toEqual(['repeated']);
});

it('continues in a new file when somebody has removed it while it was empty', () => {
  const { file, open, one } = pair();
  one.exchange([]);
  rmSync(file());
  expect(shown(one.exchange(['lost']))).toEqual({ lines: ['lost'], isLost: true });
  expect(shown(one.exchange(['repeated']))).toEqual({ lines: ['repeated'], isLost: false });
  expect(shown(open().exchange([])).lines).toEqual(['repeated']);
});

it.skipIf(process.platform === 'win32')(
  'leaves a part out that is gone by the time it is opened',
  () => {
    const { folder, file, open } = pairInSecondPart();
    rmSync(file(0));
    symlinkSync('nowhere', file(0));
    expect(shown(open().exchange([])).lines).toEqual(['1: new']);
    symlinkSync(path.join('nowhere', 'at all'), file(2));
    rmSync(file(1));
    expect(() => open().exchange([])).toThrow('ENOENT');
    expect(readdirSync(folder)).toHaveLength(2);
  },
);

it('counts on by the numbers of its parts alone', () => {
  const { folder, file, open } = pair();
  open().exchange([]);
  for (const other of ['11.log.bak', 'x.log', '1.5.log', '1234567890.log', '.log'])
    writeFileSync(path.join(folder, `${name}.${other}`), 'strange\n');
  writeFileSync(file(9), 'old\n');
  writeFileSync(file(10), 'new\n');
  expect(shown(open().exchange([])).lines).toEqual(['9: old', '10: new']);
});

it('reads no file that would take all memory', () => {
  const { file, one } = pair();
  one.exchange(['first']);
  truncateSync(file(), 65_000_000);
  expect(() => one.exchange([])).toThrow('too long');
});

it.skipIf(process.platform !== 'linux')('keeps one file open, and none once it is closed', () => {
  const { folder, one } = pair();
  const open = () =>
    readdirSync('/proc/self/fd').filter((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`).startsWith(folder);
      } catch {
        return false;
      }
    }).length;
  one.exchange(['first']);
  one.seal();
  one.exchange([]);
  expect(open()).toBe(1);
  one.close();
  expect(open()).toBe(0);
});

it('keeps ledgers of different names apart, and does not touch their files', () => {
  const { folder, one } = pair();
  const another = new Ledger(folder, `${name}0`);
  another.exchange(['strange']);
  another.seal();
  another.exchange([]);
  expect(shown(one.exchange(['own'])).lines).toEqual(['own']);
  one.seal();
  one.exchange([]);
  one.seal();
  expect(readdirSync(folder).sort()).toEqual([`${name}.1.log`, `${name}0.0.log`, `${name}0.1.log`]);
});

it.skipIf(process.platform === 'win32')('can be read only by its owner', () => {
  const { folder, file, one } = pair();
  one.exchange(['a']);
  const modes = [path.dirname(folder), folder, file()].map((found) => statSync(found).mode & 0o777);
  expect(modes).toEqual([0o700, 0o700, 0o600]);
});

it.skipIf(process.platform !== 'linux')(
  'does not hang in /proc, where nothing can be created',
  () => {
    expect(() => new Ledger('/proc/dotaf/rate-limit', name).exchange(['a'])).toThrow('ENOENT');
  },
);
