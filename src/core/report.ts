export interface Notice {
  level: 'note' | 'warning';
  text: string;
}

export class Report {
  /** False if data is missing from the answer; every `--expect` condition then fails. */
  isComplete = true;
  readonly closingNotes: string[] = [];
  readonly #notices: Notice[];

  constructor(notices: Notice[] = []) {
    this.#notices = notices;
  }

  /** Creates a report on a part of the answer, which may be complete although another is not. */
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

  gap(text: string) {
    this.warn(text);
    this.isComplete = false;
  }

  add(other: Report) {
    this.#notices.push(...other.take());
    this.isComplete &&= other.isComplete;
  }

  take() {
    return this.#notices.splice(0);
  }
}
