import { extensionAgrees, extensionOf, type FileType } from '../../documents';

const MAX_NAME = 100;

/**
 * The Content-Disposition of a file: shown in place, and saved under a name that is safe everywhere and ends as its
 * content does, whatever the merchant called it.
 */
export function contentDisposition(fileName: string, contentType: FileType): string {
  const name = safeName(fileName, contentType);
  const ascii = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^ -~]|["%\\]/g, '_');
  return `inline; filename="${ascii}"; filename*=UTF-8''${encoded(name)}`;
}

function safeName(fileName: string, contentType: FileType): string {
  // Control and format characters (they can turn the writing around), lone surrogates, and what no file system takes.
  const plain = fileName
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .replace(/[/\\:*?"<>|]/g, '_')
    .replace(/^\.+/, '_');
  if (plain.length <= MAX_NAME && extensionAgrees({ fileName: plain, mimeType: contentType })) return plain;
  const stem = plain.slice(0, MAX_NAME).replace(/\p{Cs}$/u, '');
  return `${stem}.${extensionOf(contentType)}`;
}

/** RFC 8187: what is no attr-char is percent-encoded. */
function encoded(name: string): string {
  return encodeURIComponent(name).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
