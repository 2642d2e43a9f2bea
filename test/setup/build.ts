import { build } from '../../bin/build.js';

/** The tests of whole processes run what `npm run build` makes. */
export default build;
