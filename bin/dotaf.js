#!/usr/bin/env node
const { fstatSync, readFileSync, writeSync } = require('node:fs');

const argv = process.argv.slice(2);
const answer = answerAtOnce();

if (answer === undefined || !isWritten(answer)) {
  require('../dist/dotaf.js').start(argv, {
    parts: require('node:path').join(__dirname, '../dist'),
    loaders: require.extensions,
    node: `${process.version}-${process.arch}`,
    hasOptions: process.execArgv.length > 0,
  });
}

/** What takes no program: version and help, which the build has written down, and words for TAB. */
function answerAtOnce() {
  const words = argv.length === 0 ? '--help' : argv.join(' ');
  if (/^([a-z]+ ){0,2}(-h|--help)$/.test(words)) return isNarrow() ? undefined : ready(words);
  if (/^(-V|--version)$/.test(words)) return ready('--version');
  return argv[0] === '__complete' ? candidates(argv[1]) : undefined;
}

function ready(words) {
  try {
    return readFileSync(`${__dirname}/../dist/ready/${words.replace(/-h$/, '--help')}`);
  } catch {
    return undefined;
  }
}

/** Help is laid out for 80 cells; only a terminal, which is a device, may have fewer. */
function isNarrow() {
  return fstatSync(1).isCharacterDevice() && process.stdout.columns < 80;
}

function candidates(kind) {
  const { env, platform } = process;
  const homeFolder = require('node:os').homedir() || undefined;
  const place = { env, platform, homeFolder, workingFolder: process.cwd() };
  return Buffer.from(require('../dist/words.js').wordsFor(kind, place));
}

/** Whatever goes wrong here goes wrong again in the program, which knows what to say. */
function isWritten(bytes) {
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
