/** What may be a secret, or would need an explanation, is not typed again in a hint. */
const plainWord = /^(--?[a-z][a-z-]*|(?=.{1,24}$|.{1,63}\.[a-z]{2,10}$)[\w.,:%+/=*-]+)$/i;

/** A value that follows one of these may be one, too. */
const confidential = /^--?(.*(key|secret|token|pass|auth|user|command|url).*|data|jq)$/i;

/**
 * The line as it was typed, for a hint, with other words in place of wrong ones; only the other
 * words where something typed may be a secret.
 *
 * @param argv what was typed after `dotaf`
 * @param wrong words of it, in their order
 */
export function retyped(
  argv: readonly string[],
  wrong: readonly string[],
  { first = [], last = [] }: { first?: readonly string[]; last?: readonly string[] },
): string {
  const rest = without(argv, wrong).filter(
    (word) => !(word.startsWith('-') && last.includes(word)),
  );
  const isPlain = rest.every((word) => plainWord.test(word) && !confidential.test(word));
  return ['dotaf', ...first, ...(isPlain ? rest : []), ...last].join(' ');
}

/** Words that are neither an option nor secret, to be typed again. */
export function isPlainArgument(word: string): boolean {
  return plainWord.test(word) && !word.startsWith('-');
}

function without(argv: readonly string[], wrong: readonly string[]): string[] {
  const left = [...wrong];
  return argv.filter((word) => {
    if (word !== left[0]) return true;
    left.shift();
    return false;
  });
}
