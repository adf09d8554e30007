/**
 * What pages may load, all of it from here. Mantine writes style elements; pictures and PDFs of documents are
 * blobs made by the page; the PDF reader decodes some pictures with WebAssembly. No script that is not a file of ours,
 * and no frame, neither in the page nor around it.
 */
export function pagesPolicy({ baseUri }: { readonly baseUri: "'none'" | "'self'" }): string {
  return [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' blob: data:",
    "font-src 'self' data:",
    "connect-src 'self' blob:",
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    `base-uri ${baseUri}`,
    "frame-ancestors 'none'",
  ].join('; ');
}
