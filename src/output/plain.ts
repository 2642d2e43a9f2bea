import { isPlain } from './widths.ts';

/** How texts take room on a terminal, in cells. */
export interface Measure {
  widthOf(text: string): number;
  /** The text in no more cells than `width`; `…` stands for what is left out. */
  cut(text: string, width: number): string;
}

/** The measure of these texts: that of all other scripts takes longer to load than most answers. */
export async function measureFor(texts: readonly string[]): Promise<Measure> {
  return texts.every(isPlain) ? plain : import('./measure.ts');
}

const plain: Measure = {
  widthOf: (text) => text.length,
  cut(text, width) {
    if (text.length <= width) return text;
    return width < 1 ? '' : `${text.slice(0, width - 1)}…`;
  },
};
