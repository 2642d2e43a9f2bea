import type { JsonFilter } from '../output/jq.ts';
import type { Format } from '../output/printer.ts';
import { Account } from './account.ts';
import { Run } from './run.ts';

/** All that a command is given: the run, its account, and the format of its answer. */
export class Context extends Run {
  readonly account = new Account(this);

  get jq(): (() => Promise<JsonFilter>) | undefined {
    const { jq } = this.options;
    if (jq === undefined) return undefined;
    return async () => {
      const { jqFilter } = await import('../output/jq.ts');
      const { surroundings, signal, end } = this;
      const filter = jqFilter(jq, surroundings, signal, end);
      // jq starts in its thread while this one loads what nearly every answer needs.
      await Promise.all([filter, import('./connect-service.ts')]);
      return filter;
    };
  }

  get format(): Format {
    const { jq } = this;
    const { json, csv, fields } = this.options;
    if (csv) return { kind: 'csv', fields };
    return { kind: json || jq !== undefined ? 'json' : 'text', fields, jq };
  }

  async answered(): Promise<void> {
    await this.output.flush();
    await this.end.answered();
    await this.output.flush();
  }

  close(): Promise<void> {
    this.output.progress.hide();
    return this.end.close();
  }
}
