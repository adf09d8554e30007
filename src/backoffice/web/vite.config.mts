import { join } from 'node:path';
import type { AcceptedPlugin } from 'postcss';
import untypedPreset from 'postcss-preset-mantine';
import variables from 'postcss-simple-vars';
import { defineConfig } from 'vite';
import { pdfParts } from './pdf-parts.mts';

const preset = untypedPreset as () => AcceptedPlugin;

/** Mantine's breakpoints, as its style sheets name them. */
const BREAKPOINTS = {
  'mantine-breakpoint-xs': '36em',
  'mantine-breakpoint-sm': '48em',
  'mantine-breakpoint-md': '62em',
  'mantine-breakpoint-lg': '75em',
  'mantine-breakpoint-xl': '88em',
};

export default defineConfig({
  root: import.meta.dirname,
  base: '/backoffice/',
  plugins: [pdfParts()],
  css: { postcss: { plugins: [preset(), variables({ variables: BREAKPOINTS })] } },
  build: {
    outDir: '../../../dist/backoffice',
    emptyOutDir: true,
    target: 'es2022',
    // The content security policy allows no data: scripts, and what is inlined is loaded again with every version.
    assetsInlineLimit: 0,
    // Which file needs which: the size of the first load is measured by it.
    manifest: true,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      // The portal (decision 0048) is a page of its own over the same parts.
      input: ['index.html', 'portal.html'].map((page) => join(import.meta.dirname, page)),
      checks: { pluginTimings: false },
      output: {
        // Every page's route is in the first load, with what it reads of the address and stands on: dozens of small files compress badly.
        codeSplitting: {
          groups: [{ name: 'base', test: /web\/src\/pages\/[^/]+\/(?:route|search)\.tsx?$/ }],
        },
      },
      // "use client" is a word for frameworks with servers, and in every file of Mantine.
      onLog: (level, log, report) => {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') report(level, log);
      },
    },
  },
  server: {
    // `npx vite` beside a running API: the page's requests come from the origin that PUBLIC_URL names.
    proxy: { '/v1': 'http://localhost:3000' },
  },
});
