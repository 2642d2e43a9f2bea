export interface Notice {
  level: 'note' | 'warning';
  text: string;
}

export class Report {
  /** False if the result is incomplete; every `--expect` condition then fails. */
  isComplete = true;
  readonly closingNotes: string[] = [];
  readonly #notices: Notice[];

  constructor(notices: Notice[] = []) {
    this.#notices = notices;
  }

  /** Creates a report with shared notices but its own `isComplete`, for one part of the result. */
  branch(isComplete: boolean) {
    return Object.assign(new Report(this.#notices), { isComplete });
  }

  note(text: string) {
    this.#notices.push({ level: 'note', text });
  }

  /** `--quiet` does not hide warnings, since they affect how the output should be interpreted. */
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
