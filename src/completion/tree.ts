/** Plain data: the build writes it down, and completion reads it. */
export interface CommandTree {
  name: string;
  aliases: readonly string[];
  summary: string;
  args: ArgumentWord[];
  /** Those of the root can be typed after every command. */
  options: OptionWord[];
  /** The fields of its answer. */
  fields: readonly string[];
  commands: CommandTree[];
}

export interface ArgumentWord {
  values: Values;
  isRepeated: boolean;
}

export interface OptionWord {
  long: string;
  short?: string;
  summary: string;
  /** Absent for an option that takes no value. */
  values?: Values;
  /** It takes several values with commas between, and may be repeated. */
  isList?: true;
}

export type Values =
  | { kind: 'files' | 'fields' | Source }
  | { kind: 'choice'; words: readonly string[] }
  | { kind: 'by-previous-argument'; words: Record<string, readonly string[]> };

/** These values are found on this machine. */
export type Source = 'profiles' | 'domains';
