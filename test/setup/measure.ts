import { createRequire } from 'node:module';
import { measureWidthSync } from '../../src/output/text-width.ts';

/*
 * As in the build, cli-table3 measures text as dotaf does: its own string-width counts a joiner as a
 * cell.
 */
const ofTest = createRequire(import.meta.url);
const file = createRequire(ofTest.resolve('cli-table3')).resolve('string-width');
ofTest(file);
const loaded = ofTest.cache[file];
if (loaded) loaded.exports = measureWidthSync;
