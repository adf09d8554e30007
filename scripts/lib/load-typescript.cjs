/**
 * Lets this process load the TypeScript of test/ as it is: each file is compiled when it is first asked for. What such a
 * file imports of src/ comes compiled from dist, as it runs in production (scripts/lib/bootstrap.mjs brings it up to date).
 */
const Module = require('node:module');
const { readFileSync } = require('node:fs');
const { dirname, join, resolve, sep } = require('node:path');
const { transformSync } = require('@swc/core');

const ROOT = join(__dirname, '..', '..');
const SOURCES = join(ROOT, 'src') + sep;
const COMPILED = join(ROOT, 'dist', 'src') + sep;

process.setSourceMapsEnabled(true);

const resolveFilename = Module._resolveFilename;
Module._resolveFilename = function (request, parent, ...rest) {
  const path = request.startsWith('.') && parent?.filename ? resolve(dirname(parent.filename), request) : '';
  const inDist = path.startsWith(SOURCES) ? COMPILED + path.slice(SOURCES.length) : request;
  return resolveFilename.call(this, inDist, parent, ...rest);
};

Module._extensions['.ts'] = (module, filename) => {
  const { code } = transformSync(readFileSync(filename, 'utf8'), {
    filename,
    swcrcRoots: ROOT,
    sourceMaps: 'inline',
  });
  module._compile(code, filename);
};
