/** A page of help before it is laid out, as text for a terminal or as a section of the manual. */
export interface Page {
  /** As it is typed: `dotaf check`. */
  name: string;
  summary: string;
  /** Behind the name, where the page is that of a command. */
  usage?: string;
  sections: readonly Section[];
}

export interface Section {
  title?: string;
  blocks: readonly Block[];
  /** No blank line stands before it. */
  isClose?: boolean;
  /** The heading stands on the line of its paragraph. */
  isInline?: boolean;
  /** The manual, which is one long page, says it at another place. */
  isOutOfManual?: boolean;
}

/** A text is a paragraph. */
export type Block = string | { items: readonly Item[] } | { lines: readonly Line[] };

/** A term and what it means. */
export type Item = readonly [term: string, text: string];

/** A line to type, which stays whole, and what it is for. */
export type Line = readonly [line: string, purpose?: string];
