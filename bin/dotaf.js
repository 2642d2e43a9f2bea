#!/usr/bin/env node
const { setFlagsFromString } = require('node:v8');

// Node 20 would compile undici's parser a second time, in 36 MB, and wait for that at the end.
if (process.versions.node.startsWith('20.')) setFlagsFromString('--liftoff-only');

const { leave, main, processSurroundings } = require('../dist/dotaf.js');

main(process.argv.slice(2), processSurroundings()).then(leave);
