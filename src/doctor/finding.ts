import type { Context } from '../cli/context.ts';
import { shellWord } from '../core/text.ts';
import type { PreferenceName } from '../settings/preferences.ts';

/** What a step has found, and the next thing to type or to do. */
export interface Finding {
  result: 'ok' | 'warning' | 'failed' | 'skipped';
  found: string;
  next: string | null;
}

export function ok(found: string): Finding {
  return { result: 'ok', found, next: null };
}

export function warning(found: string, next: string): Finding {
  return { result: 'warning', found, next };
}

export function skipped(found: string): Finding {
  return { result: 'skipped', found, next: null };
}

/** The line that sets a preference where it is set now. */
export function lineThatSets(
  { settings, options: { profile } }: Context,
  name: PreferenceName,
  value: string,
): string {
  const { source, origin } = settings.shownPreference(name);
  if (source === 'variable') return `export ${origin}=${value}`;
  const option = profile === undefined ? '' : ` --profile ${shellWord(profile)}`;
  return `dotaf config set ${name} ${value}${option}`;
}
