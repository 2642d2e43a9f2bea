/* What bin/dotaf.js starts the program with. */
export { main } from './main.ts';
export { leave, processSurroundings } from './runtime.ts';
