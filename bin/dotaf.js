#!/usr/bin/env node
const { fstatSync, writeSync } = require('node:fs');
const path = require('node:path');

const argv = process.argv.slice(2);
const answer = isReady(argv.at(-1)) ? readyAnswer() : undefined;

if (answer === undefined || isNarrow() || !isWritten(answer)) {
  require('../dist/dotaf.js').start(argv, {
    parts: path.join(__dirname, '../dist'),
    loaders: require.extensions,
    node: `${process.version}-${process.arch}`,
    hasOptions: process.execArgv.length > 0,
  });
}

function isReady(last) {
  return last === undefined || ['-h', '--help', '-V', '--version'].includes(last);
}

/** Version and every help need no program: the build has written them down. */
function readyAnswer() {
  const words = argv
    .join('\0')
    .replace(/(^|\0)-h$/, '$1--help')
    .replace(/^-V$/, '--version');
  return require('../dist/ready.json')[words];
}

/** A help is laid out for 80 cells; a terminal is a device, and asking it takes longer than that. */
function isNarrow() {
  return answer.length > 80 && fstatSync(1).isCharacterDevice() && process.stdout.columns < 80;
}

/** Whatever goes wrong here goes wrong again in the program, which knows what to say. */
function isWritten(text) {
  const bytes = Buffer.from(text);
  let done = 0;
  while (done < bytes.length) {
    try {
      done += writeSync(1, bytes, done);
    } catch (error) {
      if (error.code !== 'EAGAIN') return false;
      // The reader of a pipe that does not wait is slow: so it is waited for.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
  return true;
}
