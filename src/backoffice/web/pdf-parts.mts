import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const PACKAGE = createRequire(import.meta.url).resolve('pdfjs-dist/package.json');
const { version } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string };

/** Where src/pages/case/viewer/PdfView.tsx asks for them: another version has another address. */
const FOLDER = `assets/pdfjs-${version}`;

/** Character maps, standard fonts, decoders of pictures, colour profiles. */
const PARTS = ['cmaps', 'standard_fonts', 'wasm', 'iccs'];

/**
 * What the reader of PDFs fetches by name when a file needs it, laid beside the pages: nothing is asked of another
 * host. The decoder without WebAssembly stays out: it would be a script that is chosen at run time.
 */
export function pdfParts(): Plugin {
  return {
    name: 'pdf-parts',
    apply: 'build',
    generateBundle() {
      for (const part of PARTS) {
        const directory = join(dirname(PACKAGE), part);
        for (const name of readdirSync(directory).filter((file) => !file.endsWith('.js'))) {
          this.emitFile({
            type: 'asset',
            fileName: `${FOLDER}/${part}/${name}`,
            source: readFileSync(join(directory, name)),
          });
        }
      }
    },
  };
}
