import type { Environment, TextSink } from '../platform/surroundings.ts';

export type ColorChoice = 'auto' | 'always' | 'never';

export type Style = 'good' | 'bad' | 'warn' | 'dim' | 'strong' | 'plain';

export type Paint = (style: Style | undefined, text: string) => string;

export async function painter(
  sink: TextSink,
  env: Environment,
  choice: ColorChoice,
): Promise<Paint> {
  if (!isColored(sink, env, choice)) return (_, text) => text;
  const { Chalk } = await import('chalk');
  const { green, red, magenta, dim, bold } = new Chalk({ level: 1 });
  // Yellow cannot be read on white, nor blue on black.
  const styles = { good: green, bad: red, warn: magenta, dim, strong: bold, plain: String };
  return (style = 'plain', text) => styles[style](text);
}

function isColored(sink: TextSink, env: Environment, choice: ColorChoice): boolean {
  if (choice !== 'auto') return choice === 'always';
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR) return env.FORCE_COLOR !== '0';
  return env.TERM !== 'dumb' && sink.colorDepth >= 4;
}
