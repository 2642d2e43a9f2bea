#!/usr/bin/env node
// All of this file is ES2015, so that every Node can read it and say that it is too old.
'use strict';

/**
 * Answers version, help and completion from what the build has written down, and starts the program
 * for everything else.
 *
 * @param build `read` gives the bytes of a file of the build, `load` the exports of a module of it;
 *   `folder` is where they lie, undefined inside an executable
 */
exports.launch = (build) => {
  const argv = process.argv.slice(2);
  try {
    if (argv[0] === '__complete') {
      const readTree = () => build.read('completion.json').toString();
      const { renderCompletions } = build.load('render-completions');
      isWritten(Buffer.from(renderCompletions(argv.slice(1), readTree)));
      return;
    }
    const prebuilt = prebuiltAnswer(argv, build);
    if (prebuilt === undefined || !isWritten(Buffer.from(prebuilt)))
      build.load('start').start(argv, build);
  } catch (error) {
    // As where no more files can be opened.
    process.stderr.write(`error: dotaf cannot start: ${error.message}\n`);
    process.exitCode = 10;
  }
};

if (require.main === module) {
  const version = process.versions.node;
  const numbers = version.split('.').map(Number);
  if (numbers[0] < 20 || (numbers[0] === 20 && numbers[1] < 19)) {
    process.stderr.write(`error: dotaf needs Node 20.19 or later; this is ${version}\n`);
    process.exitCode = 70;
  } else {
    // With NODE_PRESERVE_SYMLINKS_MAIN the name of this file may be that of a link.
    const file = require('node:fs').realpathSync.native(__filename);
    const folder = require('node:path').join(file, '../../dist');
    exports.launch({
      read: (file) => require('node:fs').readFileSync(`${folder}/${file}`),
      load: (name) => require(`${folder}/${name}.js`),
      folder: folder,
    });
  }
}

function prebuiltAnswer(argv, build) {
  const answer = (words) => JSON.parse(build.read('prebuilt.json'))[words];
  if (/^(-V|--version)$/.test(argv.join(' '))) return answer('--version');
  const others = argv.filter((word) => !/^(-h|--help)$/.test(word));
  // `help check`, `check --help` and `-h check` are the same.
  const isAsked = others.length < argv.length;
  const page = (isAsked ? ['help'].concat(others) : argv).join(' ');
  if (!/^help( [a-z]+(-[a-z]+)*)*$/.test(page)) return undefined;
  // On a terminal the program fits it to the width, and makes the headings bold. A terminal is a
  // device, and asking more of what is none takes longer.
  const isDevice = require('node:fs').fstatSync(1).isCharacterDevice();
  if (isDevice && process.stdout.isTTY === true) return undefined;
  return answer(page);
}

/** Whatever goes wrong here goes wrong again in the program, which knows what to say. */
function isWritten(bytes) {
  const writeSync = require('node:fs').writeSync;
  let done = 0;
  while (done < bytes.length) {
    try {
      done += writeSync(1, bytes, done);
    } catch (error) {
      if (error.code !== 'EAGAIN') return false;
      // The reader of a pipe that does not wait is slow, so this waits for it.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
  return true;
}
