import type { Domain } from '../api/responses.ts';
import type { DomainAttribute } from '../core/api-vocabulary.ts';

export interface Sighting {
  name: string;
  /** Null if the domain is not in the account. */
  domain: Domain | null;
  /** True if the domain was requested individually; false if it was only found in the list. */
  hasOwnAnswer: boolean;
  /** Attributes whose key is present in this domain's own response, but has no value. */
  emptyAttributes: readonly string[];
  /** Attributes whose value in the response for this one domain could not be parsed. */
  unreadableAttributes?: readonly string[] | undefined;
  at: number;
}

export class Sightings {
  /** True if the sightings include every domain of the account. */
  readonly isComplete;
  readonly #byName: ReadonlyMap<string, Sighting>;
  readonly #knownAttributes = new Set<string>();

  constructor(sightings: readonly Sighting[] = [], isComplete = false) {
    this.isComplete = isComplete;
    this.#byName = new Map(sightings.map((sighting) => [sighting.name, sighting]));
    for (const { domain, emptyAttributes } of sightings) {
      for (const attribute of emptyAttributes) this.#knownAttributes.add(attribute);
      for (const [attribute, value] of Object.entries(domain ?? {}))
        if (value !== null) this.#knownAttributes.add(attribute);
    }
  }

  get all() {
    return [...this.#byName.values()];
  }

  get heldNames() {
    return this.all.filter(({ domain }) => domain !== null).map(({ name }) => name);
  }

  get(name: string) {
    return this.#byName.get(name);
  }

  getDomain(name: string): Domain | undefined {
    return this.#byName.get(name)?.domain ?? undefined;
  }

  /** A domain missing from the list counts as absent only if the list is complete. */
  isAbsent(name: string) {
    return this.get(name)?.domain === null || (this.isComplete && this.get(name) === undefined);
  }

  /**
   * True if the attribute has a value or is known to be empty. A missing value counts as empty only
   * if the domain was requested individually and the attribute was found in at least one response:
   * otherwise, the API may use a key for the attribute that dotaf does not know.
   */
  wasLookedAt(name: string, attribute: DomainAttribute) {
    const { domain, hasOwnAnswer, unreadableAttributes = [] } = this.get(name) ?? {};
    if ((domain?.[attribute] ?? null) !== null) return true;
    if (!hasOwnAnswer || unreadableAttributes.includes(attribute)) return false;
    return this.#knownAttributes.has(attribute);
  }
}
