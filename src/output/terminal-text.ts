import { isPrintableAscii } from '../core/text.ts';
import type { EnvironmentVariables, TextSink } from '../system/system.ts';

let stringWidth: ((text: string) => number) | undefined;

const minWrapWidth = 16;

/** Loads `string-width`, which takes 30 ms, unless the text is plain ASCII. */
export async function loadTextWidth(text: string) {
  if (!isPrintableAscii(text)) stringWidth ??= (await import('string-width')).default;
}

/** Measures the width in columns. For non-ASCII text, call `loadTextWidth()` first. */
export function measureTextWidth(text: string) {
  return stringWidth && !isPrintableAscii(text) ? stringWidth(text) : text.length;
}

/** Wraps at word boundaries. A word longer than a line stays whole, so that it can be copied. */
export async function wrapText(text: string, width: number) {
  const fitsOnOneLine = isPrintableAscii(text) && text.length <= width;
  if (fitsOnOneLine || width < minWrapWidth || !Number.isFinite(width)) return [text];
  const { default: wrap } = await import('wrap-ansi');
  return wrap(text, width).split('\n');
}

export type ColorChoice = 'auto' | 'always' | 'never';

export type TextStyle = 'good' | 'bad' | 'warn' | 'dim' | 'strong' | 'plain';

export type Colorizer = (style: TextStyle | undefined, text: string) => string;

export async function createColorizer(
  sink: TextSink,
  env: EnvironmentVariables,
  choice: ColorChoice,
): Promise<Colorizer> {
  if (!isColorEnabled(sink, env, choice)) return (_, text) => text;
  const { Chalk } = await import('chalk');
  const { green, red, magenta, dim, bold } = new Chalk({ level: 1 });
  // Avoid yellow and blue: yellow is unreadable on a white background, blue on a black one.
  const styles = { good: green, bad: red, warn: magenta, dim, strong: bold, plain: String };
  return (style = 'plain', text) => styles[style](text);
}

function isColorEnabled(sink: TextSink, env: EnvironmentVariables, choice: ColorChoice) {
  if (choice !== 'auto') return choice === 'always';
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR) return env.FORCE_COLOR !== '0';
  return env.TERM !== 'dumb' && sink.colorDepth >= 4;
}
