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
