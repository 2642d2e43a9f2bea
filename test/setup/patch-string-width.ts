import { createRequire } from 'node:module';
import { measureTextWidth } from '../../src/output/terminal-text.ts';

/*
 * Replace string-width in cli-table3 with dotaf's own measurement, as the build does: the original
 * counts a zero-width joiner as one cell.
 */
const requireFromTest = createRequire(import.meta.url);
const stringWidthPath = createRequire(requireFromTest.resolve('cli-table3')).resolve(
  'string-width',
);
requireFromTest(stringWidthPath);
const cachedModule = requireFromTest.cache[stringWidthPath];
if (cachedModule) cachedModule.exports = measureTextWidth;
