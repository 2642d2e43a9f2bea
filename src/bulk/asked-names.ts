import { type DomainName, tidyName } from '../core/names.ts';
import { Fingerprints } from './seen-names.ts';

/** A name to ask for, or an input that is none and why. */
export type AskedName = { name: DomainName } | { input: string; reason: string };

/** What tidying changed, told to people. */
export interface TidyNotes {
  changed(input: string, names: string): void;
  duplicate(): void;
}

/** Tidies names one by one and leaves out those asked for before. */
export async function* askedNames(
  inputs: AsyncIterable<string> | Iterable<string>,
  tlds: readonly string[],
  notes: TidyNotes,
): AsyncGenerator<AskedName> {
  const seen = new Fingerprints();
  for await (const input of inputs) {
    const tidied = tidyName(input, tlds);
    if (!tidied.ok) {
      yield { input: input.trim(), reason: tidied.reason };
      continue;
    }
    const { names, isChanged } = tidied.value;
    if (isChanged) notes.changed(input.trim(), names.join(', '));
    for (const name of names) {
      if (seen.add(name)) yield { name };
      else notes.duplicate();
    }
  }
}
