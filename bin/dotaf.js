#!/usr/bin/env node
const { fstatSync, readFileSync, writeSync } = require('node:fs');

/**
 * Answers at once what takes no program: version and help, which the build has written down, and
 * words for TAB. Starts the program for everything else.
 *
 * @param parts `read` gives the bytes of a file of the build, `load` the exports of a part of it,
 *   and `keep` what the program may keep compiled, and how
 */
exports.launch = ({ read, load, keep }) => {
  const argv = process.argv.slice(2);
  const answer = answerAtOnce(argv, read, load);
  if (answer === undefined || !isWritten(answer)) load('dotaf').start(argv, keep);
};

if (require.main === module) {
  const parts = require('node:path').join(__dirname, '../dist');
  exports.launch({
    read: (file) => readFileSync(`${parts}/${file}`),
    load: (name) => require(`${parts}/${name}.js`),
    keep: {
      parts,
      loaders: require.extensions,
      node: `${process.version}-${process.platform}-${process.arch}`,
      hasOptions: process.execArgv.length > 0,
    },
  });
}

function answerAtOnce(argv, read, load) {
  const words = argv.length === 0 ? '--help' : argv.join(' ').replace(/(^| )-h$/, '$1--help');
  if (/^(-V|--version)$/.test(words)) return read('ready/--version');
  const isHelp = /^([a-z]+ ){0,2}--help$/.test(words) && !argv.some((word) => / |^$/.test(word));
  if (isHelp && !isNarrow()) {
    try {
      return read(`ready/${words}`);
    } catch {
      return undefined;
    }
  }
  return argv[0] === '__complete' ? candidates(argv[1], load) : undefined;
}

/** Help is laid out for 80 cells; only a terminal, which is a device, may have fewer. */
function isNarrow() {
  return fstatSync(1).isCharacterDevice() && process.stdout.columns < 80;
}

function candidates(kind, load) {
  const { env, platform } = process;
  const homeFolder = require('node:os').homedir() || undefined;
  const place = {
    env,
    platform,
    homeFolder,
    get workingFolder() {
      return process.cwd();
    },
  };
  return Buffer.from(load('words').wordsFor(kind, place));
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
