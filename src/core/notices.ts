/** Note or warning beside a command's output; commands print notices on stderr. */
export interface Notice {
  level: 'note' | 'warning';
  text: string;
}

export function note(text: string): Notice {
  return { level: 'note', text };
}

/** Creates a warning. --quiet hides notes only, since warnings change how to read the output. */
export function warning(text: string): Notice {
  return { level: 'warning', text };
}

/** Queues notices while rows are streamed; commands print the queue between rows. */
export class NoticeQueue {
  #pending: Notice[] = [];

  add(...notices: Notice[]): void {
    this.#pending.push(...notices);
  }

  /** Empties the queue and returns its notices. */
  take(): Notice[] {
    const notices = this.#pending;
    this.#pending = [];
    return notices;
  }
}
