import { createHash } from 'node:crypto';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The longest test files, which would keep one core busy at the end if they started late. */
const slowFiles = [
  'process/silent-dns',
  'process/pipes',
  'process/bulk',
  'process/lifecycle',
  'check/journal',
  'golden/transcripts',
  'process/rate-limit',
  'readme',
  'faults/bodies',
  'package',
  'startup/shells',
  'golden/golden',
  'faults/connections',
];

/**
 * Runs isolated files before those that share modules, since a worker that changes to an isolated
 * file loses its modules. In each group, runs the longest files first and shuffles the others.
 */
export class SlowFirstSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { seed } = this.ctx.config.sequence;
    const orderOf = ({ moduleId, project }: TestSpecification): string => {
      const index = slowFiles.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`));
      const rank = index === -1 ? slowFiles.length : index;
      const random = createHash('sha1').update(`${seed} ${moduleId}`).digest('hex');
      return `${project.config.isolate ? 1 : 2} ${String(rank).padStart(2, '0')} ${random}`;
    };
    return files.sort((left, right) => (orderOf(left) < orderOf(right) ? -1 : 1));
  }
}
