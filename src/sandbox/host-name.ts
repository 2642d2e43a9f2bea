import { type DomainName, tidyName } from '../core/names.ts';

/**
 * A name in lower case when it is written as a registry holds it, in LDH labels and A-labels.
 * Undefined for an address, a U-label, a bare label or a trailing dot: a server tidies nothing.
 */
export function readHostName(text: string): DomainName | undefined {
  const tidied = tidyName(text);
  const name = text.toLowerCase();
  return tidied.ok && tidied.names[0] === name ? name : undefined;
}
