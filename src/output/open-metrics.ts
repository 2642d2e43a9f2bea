import { safeText } from '../core/text.ts';

export interface Sample {
  labels: Readonly<Record<string, string>>;
  /** Digits as they came: no amount becomes a float here. */
  value: string;
}

/** All samples of one metric; every family is a gauge. */
export interface Family {
  name: string;
  help: string;
  /** The name ends in it. */
  unit?: string;
  samples: readonly Sample[];
}

/**
 * The text of OpenMetrics 1.0, which collectors of Prometheus's older text format read as well. The
 * labels of a family must tell its samples apart; a family without a sample is left out.
 */
export function openMetrics(families: readonly Family[]): string {
  const blocks = families.filter(({ samples }) => samples.length > 0).map(block);
  return [...blocks.flat(), '# EOF', ''].join('\n');
}

function block({ name, help, unit, samples }: Family): string[] {
  return [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} gauge`,
    ...(unit === undefined ? [] : [`# UNIT ${name} ${unit}`]),
    ...samples.map(({ labels, value }) => `${name}${labelSet(labels)} ${value}`),
  ];
}

function labelSet(labels: Sample['labels']): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

/** A line break is unsafe text, and has become an escape already. */
function escaped(value: string): string {
  return safeText(value).replace(/[\\"]/g, '\\$&');
}
