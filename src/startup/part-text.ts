/**
 * A part of the build as V8 is given it. It takes code for this very text alone, so whoever runs a
 * part and whoever compiles it have it from here.
 */
export function partText(source: string): string {
  // On one line with the first, so that the lines of errors stay right.
  return `(function (exports, require, module, __filename, __dirname) {${source}\n})`;
}
