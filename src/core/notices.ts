/** Note or warning that accompanies a command's output. Commands print notices on stderr. */
export interface Notice {
  level: 'note' | 'warning';
  text: string;
}

export function createNote(text: string): Notice {
  return { level: 'note', text };
}

/**
 * Creates a warning. The --quiet option hides notes but not warnings, since a warning changes how
 * the output should be read.
 */
export function createWarning(text: string): Notice {
  return { level: 'warning', text };
}

/** Queues notices while rows are streamed, so that commands can print them between rows. */
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
