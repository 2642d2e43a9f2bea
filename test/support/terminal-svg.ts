import xterm from '@xterm/headless';

export interface Theme {
  background: string;
  frame: string;
  text: string;
  dim: string;
  colors: readonly string[];
}

interface Span {
  column: number;
  text: string;
  style: string;
}

export const themes: Record<'light' | 'dark', Theme> = {
  light: {
    background: '#ffffff',
    frame: '#d0d7de',
    text: '#1f2328',
    dim: '#59636e',
    colors: [
      ...['#24292f', '#cf222e', '#116329', '#7d4e00', '#0550ae', '#8250df', '#1b7c83', '#59636e'],
      ...['#57606a', '#a40e26', '#1a7f37', '#633c01', '#0969da', '#a475f9', '#3192aa', '#8c959f'],
    ],
  },
  dark: {
    background: '#0d1117',
    frame: '#30363d',
    text: '#e6edf3',
    dim: '#9198a1',
    colors: [
      ...['#484f58', '#ff7b72', '#3fb950', '#d29922', '#58a6ff', '#bc8cff', '#39c5cf', '#b1bac4'],
      ...['#6e7681', '#ffa198', '#56d364', '#e3b341', '#79c0ff', '#d2a8ff', '#56d4dd', '#ffffff'],
    ],
  },
};

const cellWidth = 8.4;
const lineHeight = 20;
const margin = 20;

/**
 * Renders the final screen of a terminal that has received `text`.
 *
 * @param text raw terminal output, including escape sequences
 * @returns an SVG
 */
export async function renderTerminalSvg(
  text: string,
  { columns, title, theme }: { columns: number; title: string; theme: Theme },
): Promise<string> {
  const lines = (await screenOf(text, columns)).map((spans, row) => {
    const y = margin + lineHeight * row + 15;
    const parts = spans.map(({ column, text: part, style }) => {
      const x = (margin + column * cellWidth).toFixed(1);
      const width = (part.length * cellWidth).toFixed(1);
      return `<tspan x="${x}" textLength="${width}"${style}>${escapeXml(part)}</tspan>`;
    });
    return `<text y="${y}">${parts.join('')}</text>`;
  });
  const width = Math.ceil(2 * margin + columns * cellWidth);
  const height = 2 * margin + lines.length * lineHeight;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">
<title>${escapeXml(title)}</title>
<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8" fill="${theme.background}" stroke="${theme.frame}"/>
<g font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace" font-size="14" fill="${theme.text}" xml:space="preserve">
${lines.join('\n')}
</g>
</svg>
`;

  async function screenOf(output: string, width: number): Promise<Span[][]> {
    const terminal = new xterm.Terminal({ cols: width, rows: 100, allowProposedApi: true });
    await new Promise<void>((resolve) => terminal.write(output, resolve));
    const { active } = terminal.buffer;
    const rows = Array.from({ length: active.length }, (_, row) => spansOf(row));
    terminal.dispose();
    return rows.slice(0, rows.findLastIndex((spans) => spans.length > 0) + 1);

    function spansOf(row: number): Span[] {
      const line = active.getLine(row);
      const spans: Span[] = [];
      for (let column = 0; column < width; column += 1) {
        const cell = line?.getCell(column);
        const characters = cell?.getChars() || ' ';
        const style = cell === undefined ? '' : styleOf(cell);
        const last = spans.at(-1);
        const isNext = last !== undefined && last.column + last.text.length === column;
        if (isNext && last.style === style) last.text += characters;
        else if (characters !== ' ') spans.push({ column, text: characters, style });
      }
      return spans
        .map((span) => ({ ...span, text: span.text.trimEnd() }))
        .filter((span) => span.text !== '');
    }
  }

  function styleOf(cell: NonNullable<ReturnType<xterm.IBufferLine['getCell']>>): string {
    const color = cell.isFgPalette() ? theme.colors[cell.getFgColor()] : undefined;
    const fill = color ?? (cell.isDim() ? theme.dim : undefined);
    return [
      fill === undefined ? '' : ` fill="${fill}"`,
      cell.isBold() ? ' font-weight="bold"' : '',
    ].join('');
  }
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
