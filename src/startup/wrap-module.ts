/** V8 accepts cached code only for exactly this text, so every loader wraps a module like this. */
export function wrapModule(source: string): string {
  return `(function (exports, require, module, __filename, __dirname) {${source}\n})`;
}
