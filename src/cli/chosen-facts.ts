import { valueAt } from '../output/fields.ts';
import type { Output } from '../output/output.ts';
import { statableFacts } from '../settings/preferences.ts';

/** Watches whether any answer has the facts that `--fields` asks for. */
export class ChosenFacts {
  readonly #chosen: readonly string[];
  readonly #found = new Set<string>();
  #isAny = false;

  constructor(fields: string | undefined) {
    const names = (fields ?? '').split(',').map((name) => name.trim());
    this.#chosen = names.filter((name) => statableFacts.includes(name));
  }

  see(answer: object): void {
    this.#isAny = true;
    for (const fact of this.#chosen) {
      if ((valueAt(answer, fact) ?? null) !== null) this.#found.add(fact);
    }
  }

  async warn(output: Pick<Output, 'warning'>): Promise<void> {
    const lacking = this.#isAny ? this.#chosen.filter((fact) => !this.#found.has(fact)) : [];
    if (lacking.length === 0) return;
    const facts = lacking.join(', ');
    await output.warning(`no answer has ${facts}: dotaf doctor proposes where to look for it`);
  }
}
