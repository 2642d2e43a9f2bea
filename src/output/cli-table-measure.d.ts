declare module 'cli-table3/src/utils.js' {
  /** The cells that cli-table3 takes a text for. */
  export function strlen(text: string): number;
}
