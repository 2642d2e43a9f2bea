export interface Notice {
  level: 'note' | 'warning';
  text: string;
}

export function createNote(text: string): Notice {
  return { level: 'note', text };
}

/** --quiet hides notes but not warnings, which change how the output should be read. */
export function createWarning(text: string): Notice {
  return { level: 'warning', text };
}
