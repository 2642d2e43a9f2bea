/** A remark about an answer that is given all the same. A command prints it on stderr. */
export interface Notice {
  level: 'note' | 'warning';
  text: string;
}

export function note(text: string): Notice {
  return { level: 'note', text };
}

/** A warning changes how the answer must be read, so that --quiet does not hide it. */
export function warning(text: string): Notice {
  return { level: 'warning', text };
}

/** Notices that come up while rows are read; a command prints them between the rows. */
export class NoticeQueue {
  #pending: Notice[] = [];

  add(...notices: Notice[]): void {
    this.#pending.push(...notices);
  }

  /** @returns what was added since the last call */
  take(): Notice[] {
    const taken = this.#pending;
    this.#pending = [];
    return taken;
  }
}
