/* The executable starts here. The files of the program are inside it. */
const { getAsset, getRawAsset } = require('node:sea');
const { compileFunction } = require('node:vm');
const { launch } = require('./dotaf.js');

/** Modules by name; each file runs once. */
const modules = new Map();

function load(name) {
  if (modules.has(name)) return modules.get(name).exports;
  const module = { exports: {} };
  modules.set(name, module);
  const options = { filename: `${name}.js` };
  const source = getAsset(options.filename, 'utf8');
  const requireModule = (id) =>
    id.startsWith('./') ? load(id.slice(2).replace(/\.js$/, '')) : require(id);
  compileFunction(source, ['exports', 'require', 'module'], options)(
    module.exports,
    requireModule,
    module,
  );
  return module.exports;
}

launch({ read: (file) => Buffer.from(getRawAsset(file)), load });
