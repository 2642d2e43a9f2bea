import { describeTree } from '../../src/completion/tree.ts';
import { buildProgram } from '../../src/program.ts';

export const tree = describeTree(
  await buildProgram({ execute: async () => {}, write() {}, width: 80 }),
);
