/** V8 takes code for this very text alone, so whoever loads a module wraps it in this way. */
export function wrapModule(source: string): string {
  return `(function (exports, require, module, __filename, __dirname) {${source}\n})`;
}
