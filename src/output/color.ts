import type { EnvironmentVariables, TextSink } from '../system/system.ts';

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
