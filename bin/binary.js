/* The executable starts here. The files of the program are inside it. */
const { getAsset, getRawAsset } = require('node:sea');
const { compileFunction } = require('node:vm');
const { launch } = require('./dotaf.js');

const loaded = new Map();

function load(name) {
  const known = loaded.get(name);
  if (known) return known.exports;
  const module = { exports: {} };
  loaded.set(name, module);
  const options = { filename: `${name}.js` };
  const source = getAsset(options.filename, 'utf8');
  const inner = (id) => (id.startsWith('./') ? load(id.slice(2, -'.js'.length)) : require(id));
  compileFunction(source, ['exports', 'require', 'module'], options)(module.exports, inner, module);
  return module.exports;
}

launch({ read: (file) => Buffer.from(getRawAsset(file)), load });
