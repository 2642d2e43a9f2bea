import { asciiText } from '../core/text.ts';
import type { Environment, Surroundings, TextSink } from './surroundings.ts';

type Screen = Pick<Surroundings, 'env' | 'platform' | 'stdout' | 'stderr'>;

/** The same surroundings, whose terminals get nothing but ASCII where the locale has no more. */
export function inLocale<Given extends Screen>(surroundings: Given): Given {
  const { env, platform, stdout, stderr } = surroundings;
  if (isUnicode(env, platform)) return surroundings;
  // Some of them are only looked up when they are used.
  return Object.create(surroundings, {
    stdout: { value: asciiSink(stdout) },
    stderr: { value: asciiSink(stderr) },
  });
}

/** The first of these variables that is set decides, as in the C library. */
export function isUnicode(
  { LC_ALL, LC_CTYPE, LANG }: Environment,
  platform: NodeJS.Platform,
): boolean {
  return platform === 'win32' || /utf-?8/i.test(LC_ALL || LC_CTYPE || LANG || '');
}

function asciiSink(sink: TextSink): TextSink {
  if (!sink.isTTY) return sink;
  const { stream } = sink;
  // Libraries write to the stream itself, such as a spinner, and replace its `write`.
  const write = (text: string, ...rest: unknown[]) =>
    Reflect.apply(stream.write, stream, [asciiText(text), ...rest]);
  return Object.create(sink, {
    stream: { value: Object.create(stream, { write: { value: write, writable: true } }) },
    write: { value: (text: string) => sink.write(asciiText(text)) },
  });
}
