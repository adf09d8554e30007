/**
 * What a drawing thread runs. Plain JavaScript in a string, so that it is the same program whether this file was
 * compiled beforehand or by a test runner, and needs no file of its own in the build.
 */
export const DRAWING_THREAD = `
  'use strict';
  const { parentPort, workerData } = require('node:worker_threads');
  const { toBuffer } = require(workerData.library);
  parentPort.on('message', ({ id, text }) => {
    toBuffer(text, workerData.options).then(
      (png) => parentPort.postMessage({ id, png }),
      (error) => parentPort.postMessage({ id, error: error.message }),
    );
  });
`;

/** Black on white, with the quiet zone that readers need; correction level M as the Pix manual recommends. */
export const DRAWING_OPTIONS = { type: 'png', errorCorrectionLevel: 'M', margin: 4, scale: 8 } as const;
