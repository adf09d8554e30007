export interface PagesPolicy {
  readonly baseUri: "'none'" | "'self'";
  /** Default: nobody's pages. */
  readonly framedBy?: readonly string[];
}

/**
 * What pages may load, all of it from here. Mantine writes style elements; pictures and PDFs of documents are
 * blobs made by the page; the PDF reader decodes some pictures with WebAssembly. No script that is not a file of ours,
 * no frame in the page, and none around it but of these origins.
 */
export function pagesPolicy({ baseUri, framedBy = [] }: PagesPolicy): string {
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
    `frame-ancestors ${framedBy.length === 0 ? "'none'" : framedBy.join(' ')}`,
  ].join('; ');
}
