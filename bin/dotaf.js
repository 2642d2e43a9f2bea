#!/usr/bin/env node
// ES2015 syntax only, so that an old Node can parse this file and print the version error.
'use strict';

/* Answers --version, help and completion from prebuilt files, and starts the program otherwise. */

const fs = require('node:fs');

const numbers = process.versions.node.split('.').map(Number);
if (numbers[0] < 20 || (numbers[0] === 20 && numbers[1] < 19)) {
  process.stderr.write(
    `error: dotaf needs Node 20.19 or later; this is ${process.versions.node}\n`,
  );
  process.exitCode = 70;
} else {
  try {
    launch(process.argv.slice(2));
  } catch (error) {
    reportStartError(error);
  }
}

function launch(argv) {
  // Resolve symlinks: with NODE_PRESERVE_SYMLINKS_MAIN, __filename may be a link.
  const dist = require('node:path').join(fs.realpathSync.native(__filename), '../../dist');
  if (argv[0] === '__complete') {
    const readTree = () => fs.readFileSync(`${dist}/completion.json`, 'utf8');
    const renderCompletions = require(`${dist}/render-completions.js`).renderCompletions;
    isWritten(renderCompletions(argv.slice(1), readTree));
    return;
  }
  const page = findPrebuiltPage(argv);
  if (page !== undefined) {
    const text = JSON.parse(fs.readFileSync(`${dist}/prebuilt.json`, 'utf8'))[page];
    if (text !== undefined && isWritten(text)) return;
  }
  require(`${dist}/prepare-node.js`).prepareNode();
  require(`${dist}/run.js`).runAndExit(argv, dist);
}

function reportStartError(error) {
  // For example EMFILE, too many open files.
  const message = error.message.split('\n')[0];
  process.stderr.write(`error: dotaf cannot start: ${message}\n`);
  if (/^(ENOENT|MODULE_NOT_FOUND)$/.test(error.code))
    process.stderr.write('hint: install it again; in a copy of the repository, npm run build\n');
  process.exitCode = 10;
}

/** @returns the key in prebuilt.json that may answer the arguments */
function findPrebuiltPage(argv) {
  if (/^(-V|--version)$/.test(argv.join(' '))) return '--version';
  const others = argv.filter((word) => !/^(-h|--help)$/.test(word));
  // `help check`, `check --help` and `-h check` are equivalent.
  const isAsked = others.length < argv.length;
  const page = (isAsked ? ['help'].concat(others) : argv).join(' ');
  if (!/^help( [a-z]+(-[a-z]+)*)*$/.test(page)) return undefined;
  // On a terminal the program wraps help to the width and prints bold headings. Test for a device
  // first: creating process.stdout just to read isTTY is slow.
  const isDevice = fs.fstatSync(1).isCharacterDevice();
  return isDevice && process.stdout.isTTY === true ? undefined : page;
}

/** @returns false on a write error; the program then retries the write and reports the error */
function isWritten(text) {
  const bytes = Buffer.from(text);
  let done = 0;
  while (done < bytes.length) {
    try {
      done += fs.writeSync(1, bytes, done);
    } catch (error) {
      if (error.code !== 'EAGAIN') return false;
      // The non-blocking pipe is full because its reader is slow: retry after 5 ms.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
  return true;
}
