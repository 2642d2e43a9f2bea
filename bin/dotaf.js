#!/usr/bin/env node
// ES2015 syntax only, so that an old Node can parse this file and print the version error.
'use strict';

/**
 * Answers --version, help and completion from prebuilt files, and starts the program otherwise.
 *
 * @param build `read` returns the bytes of a dist file, `load` the exports of a dist module;
 *   `folder` is the dist folder, undefined in the single-file executable
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
      build.load('start').startProgram(argv, build);
  } catch (error) {
    // For example EMFILE, too many open files.
    const message = error.message.split('\n')[0];
    process.stderr.write(`error: dotaf cannot start: ${message}\n`);
    if (/^(ENOENT|MODULE_NOT_FOUND)$/.test(error.code))
      process.stderr.write('hint: install it again; in a copy of the repository, npm run build\n');
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
    // Resolve symlinks: with NODE_PRESERVE_SYMLINKS_MAIN, __filename may be a link.
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
  // `help check`, `check --help` and `-h check` are equivalent.
  const isAsked = others.length < argv.length;
  const page = (isAsked ? ['help'].concat(others) : argv).join(' ');
  if (!/^help( [a-z]+(-[a-z]+)*)*$/.test(page)) return undefined;
  // On a terminal the program wraps help to the width and prints bold headings. Test for a device
  // first: creating process.stdout just to read isTTY is slow.
  const isDevice = require('node:fs').fstatSync(1).isCharacterDevice();
  if (isDevice && process.stdout.isTTY === true) return undefined;
  return answer(page);
}

/** @returns false on a write error; the program then retries the write and reports the error */
function isWritten(bytes) {
  const writeSync = require('node:fs').writeSync;
  let done = 0;
  while (done < bytes.length) {
    try {
      done += writeSync(1, bytes, done);
    } catch (error) {
      if (error.code !== 'EAGAIN') return false;
      // The non-blocking pipe is full because its reader is slow: retry after 5 ms.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
  return true;
}
