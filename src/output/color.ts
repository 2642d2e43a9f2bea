import type { ChalkInstance } from 'chalk';
import type { Environment, TextSink } from '../platform/surroundings.ts';

export type ColorChoice = 'auto' | 'always' | 'never';

export type Style = 'good' | 'bad' | 'warn' | 'dim' | 'strong' | 'plain';

/** Colours a text, or leaves it as it is where colour is not wanted. */
export type Paint = (style: Style, text: string) => string;

type ColorLevel = ChalkInstance['level'];

/** A painter for one stream: the flag decides, then the variables, then whether it is a terminal. */
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
    warn: chalk.yellow,
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
  if (isSet(env.FORCE_COLOR)) return forcedLevel(env.FORCE_COLOR, sink);
  if (isSet(env.CLICOLOR_FORCE) && env.CLICOLOR_FORCE !== '0') return levelOf(sink) || 1;
  if (!sink.isTTY || env.TERM === 'dumb' || env.CLICOLOR === '0') return 0;
  return levelOf(sink);
}

function forcedLevel(value: string, sink: TextSink): ColorLevel {
  if (value === '0' || value === 'false') return 0;
  if (value === '2') return 2;
  if (value === '3') return 3;
  return levelOf(sink) || 1;
}

function levelOf(sink: TextSink): ColorLevel {
  if (sink.colorDepth >= 24) return 3;
  if (sink.colorDepth >= 8) return 2;
  return sink.colorDepth >= 4 ? 1 : 0;
}

function isSet(value: string | undefined): value is string {
  return value !== undefined && value !== '';
}
