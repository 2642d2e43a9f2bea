import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import path from 'node:path';

/**
 * The calls that led to an error, with the files and lines that the program was written in, not those
 * that it was built into. A frame without a map stays as it is.
 */
export function stackLines({ stack = '' }: Error): string[] {
  const maps = new Map<string, SourceMap | undefined>();
  const mapOf = (file: string) => {
    if (!maps.has(file)) maps.set(file, readMap(file));
    return maps.get(file);
  };
  const [, ...calls] = stack.split('\n');
  return calls.map((line) => {
    const [, start, file = '', row, column, end] =
      /^( +at (?:.*\()?)(.+\.js):(\d+):(\d+)(\)?)$/.exec(line) ?? [];
    const origin = mapOf(file)?.findEntry(Number(row) - 1, Number(column) - 1);
    if (!origin || !('originalSource' in origin)) return line;
    // As the map has it, seen from the folder of the build: `../src/main.ts`.
    const source = path.posix.join('dist', origin.originalSource);
    return `${start}${source}:${origin.originalLine + 1}:${origin.originalColumn + 1}${end}`;
  });
}

function readMap(file: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')));
  } catch {
    return undefined;
  }
}
