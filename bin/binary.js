/* The executable starts here. The files of the program are inside it, compiled already. */
const { getAsset, getRawAsset } = require('node:sea');
const { Script } = require('node:vm');
const { wrapModule } = require('../src/startup/wrap-module.ts');
const { launch } = require('./dotaf.js');

const loaded = new Map();

function load(name) {
  const known = loaded.get(name);
  if (known) return known.exports;
  const module = { exports: {} };
  loaded.set(name, module);
  const text = wrapModule(getAsset(`${name}.js`, 'utf8'));
  const run = new Script(text, { filename: `${name}.js`, cachedData: code(name) });
  const inner = (id) => (id.startsWith('./') ? load(id.slice(2, -'.js'.length)) : require(id));
  run.runInThisContext()(module.exports, inner, module);
  return module.exports;
}

/** As V8 compiled it when the executable was built; files that are seldom used have none. */
function code(name) {
  try {
    return Buffer.from(getRawAsset(`${name}.code`));
  } catch {
    return undefined;
  }
}

launch({ read: (file) => Buffer.from(getRawAsset(file)), load });
