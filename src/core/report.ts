export interface Notice {
  level: 'note' | 'warning';
  text: string;
}

/** What a command says beside its answer, and whether the answer covers all that was asked for. */
export class Report {
  /** False if anything is missing from the answer; `--expect` then does not hold. */
  isComplete = true;
  /** Notes to print below the answer. */
  readonly closingNotes: string[] = [];
  readonly #notices: Notice[];

  constructor(notices: Notice[] = []) {
    this.#notices = notices;
  }

  /** Creates a report of a part of the answer, which may be complete although another is not. */
  branch(isComplete: boolean) {
    return Object.assign(new Report(this.#notices), { isComplete });
  }

  note(text: string) {
    this.#notices.push({ level: 'note', text });
  }

  /** --quiet hides notes but not warnings, which change how the output should be read. */
  warn(text: string) {
    this.#notices.push({ level: 'warning', text });
  }

  /** Warns about something that is missing from the answer. */
  gap(text: string) {
    this.warn(text);
    this.isComplete = false;
  }

  /** Adds the notices of another report, whose gaps are gaps here, too. */
  add(other: Report) {
    this.#notices.push(...other.take());
    this.isComplete &&= other.isComplete;
  }

  /** Returns the notices since the last call. */
  take() {
    return this.#notices.splice(0);
  }
}
