/* The executable starts here. The files of the program are inside it. */
const { getAsset, getRawAsset } = require('node:sea');
const { compileFunction } = require('node:vm');
const { launch } = require('./dotaf.js');

function load(name) {
  const module = { exports: {} };
  const options = { filename: `${name}.js` };
  const source = getAsset(options.filename, 'utf8');
  compileFunction(source, ['exports', 'require', 'module'], options)(
    module.exports,
    require,
    module,
  );
  return module.exports;
}

launch({ read: (file) => Buffer.from(getRawAsset(file)), load });
