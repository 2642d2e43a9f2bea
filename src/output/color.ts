import type { ChalkInstance } from 'chalk';
import type { Environment, TextSink } from '../platform/surroundings.ts';

export type ColorChoice = 'auto' | 'always' | 'never';

export type Style = 'good' | 'bad' | 'warn' | 'dim' | 'strong' | 'plain';

export type Paint = (style: Style, text: string) => string;

type ColorLevel = ChalkInstance['level'];

const forcedLevels = new Map<string, ColorLevel>([
  ['0', 0],
  ['false', 0],
  ['2', 2],
  ['3', 3],
]);

/** The flag decides, then the variables, then the stream. */
export async function painter(
  sink: TextSink,
  env: Environment,
  choice: ColorChoice,
): Promise<Paint> {
  const level = colorLevel(sink, env, choice);
  if (level === 0) return (_, text) => text;
  const { Chalk } = await import('chalk');
  const chalk = new Chalk({ level });
  const styles: Record<Style, (text: string) => string> = {
    good: chalk.green,
    bad: chalk.red,
    // Yellow cannot be read on white, nor blue on black.
    warn: chalk.magenta,
    dim: chalk.dim,
    strong: chalk.bold,
    plain: String,
  };
  return (style, text) => styles[style](text);
}

function colorLevel(sink: TextSink, env: Environment, choice: ColorChoice): ColorLevel {
  if (choice === 'never') return 0;
  if (choice === 'always') return levelOf(sink) || 1;
  if (isSet(env.NO_COLOR)) return 0;
  if (isSet(env.FORCE_COLOR)) return forcedLevels.get(env.FORCE_COLOR) ?? (levelOf(sink) || 1);
  if (isSet(env.CLICOLOR_FORCE) && env.CLICOLOR_FORCE !== '0') return levelOf(sink) || 1;
  if (!sink.isTTY || env.TERM === 'dumb' || env.CLICOLOR === '0') return 0;
  return levelOf(sink);
}

function levelOf(sink: TextSink): ColorLevel {
  if (sink.colorDepth >= 24) return 3;
  if (sink.colorDepth >= 8) return 2;
  return sink.colorDepth >= 4 ? 1 : 0;
}

function isSet(value: string | undefined): value is string {
  return value !== undefined && value !== '';
}
