import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, readFileSync, statSync } from 'node:fs';
import { isAbsolute, join, normalize } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** What a backup is made of, and what each part must be when it is restored. */
export interface Manifest {
  readonly format: 1;
  readonly made_at: string;
  /** Of PostgreSQL: a data directory is read by its own major version alone. */
  readonly postgres_major: number;
  /** The write-ahead log from and to which the copy is made whole. */
  readonly wal: { readonly from: string; readonly to: string };
  readonly directories: readonly string[];
  readonly files: readonly ManifestFile[];
}

export interface ManifestFile {
  /** Inside the backup. */
  readonly path: string;
  readonly size: number;
  /** SHA-256, as hexadecimal digits. */
  readonly sha256: string;
}

export const MANIFEST = 'manifest.json';

/** Copies a file and says what was written. */
export async function copyNoted(from: string, root: string, path: string): Promise<ManifestFile> {
  const hash = createHash('sha256');
  let size = 0;
  const noted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      size += chunk.length;
      done(null, chunk);
    },
  });
  await pipeline(
    createReadStream(from),
    noted,
    createWriteStream(join(root, path), { mode: 0o600, flags: 'wx', flush: true }),
  );
  return { path, size, sha256: hash.digest('hex') };
}

/** Throws what is wrong with a backup: every file is there, as long as it was and with the same bytes. */
export async function readManifest(directory: string): Promise<Manifest> {
  let manifest: Manifest;
  try {
    manifest = JSON.parse(readFileSync(join(directory, MANIFEST), 'utf8')) as Manifest;
  } catch {
    throw new Error(`${directory} is no backup, or an unfinished one: it has no ${MANIFEST}.`);
  }
  if ((manifest.format as number) !== 1) throw new Error(`${directory} is a backup of another version.`);
  for (const path of [...manifest.directories, ...manifest.files.map((file) => file.path)]) {
    if (isAbsolute(path) || normalize(path).startsWith('..'))
      throw new Error(`The manifest names a file outside of the backup: ${path}.`);
  }
  for (const { path, size, sha256 } of manifest.files) {
    const file = join(directory, path);
    const there = statSync(file, { throwIfNoEntry: false });
    if (there?.size !== size || (await digest(file)) !== sha256)
      throw new Error(`The backup is damaged: ${path} is missing or not what it was.`);
  }
  return manifest;
}

async function digest(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
