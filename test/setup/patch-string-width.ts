import { createRequire } from 'node:module';
import { measureTextWidthSync } from '../../src/output/text-width.ts';

/*
 * As in the build, cli-table3 measures text as dotaf does: its own string-width counts a joiner as a
 * cell.
 */
const requireFromTest = createRequire(import.meta.url);
const stringWidthPath = createRequire(requireFromTest.resolve('cli-table3')).resolve(
  'string-width',
);
requireFromTest(stringWidthPath);
const cachedModule = requireFromTest.cache[stringWidthPath];
if (cachedModule) cachedModule.exports = measureTextWidthSync;
