import type { ExitCode } from '../errors.ts';
import type { Line } from './page.ts';

/** What help says of a command beyond its definition. It lies apart, since no run needs it. */
export interface CommandHelp {
  /** What the summary leaves open, in a few sentences. */
  description: string;
  examples: readonly Line[];
  /** The exit codes that mean something of their own here; without a text, what they always mean. */
  exitCodes?: Readonly<Partial<Record<ExitCode, string | undefined>>>;
  /** Related pages, such as `quote` or `help scripting`. */
  related: readonly string[];
  /** True where it asks the service something. */
  reachesService: boolean;
  /** True where it changes neither what dotaf has stored nor a file, without `writesWith`. */
  isReadOnly: boolean;
  /** The options with which it changes a file, or the last look. */
  writesWith?: readonly string[];
}
