import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { EmbeddedPostgres } from '../postgres';
import { readManifest } from './manifest';

/** Kept only where the backup has them: whoever names the keys in the environment has them elsewhere. */
const BESIDE = ['secrets.json', 'demo.json'];

/**
 * Puts a backup into a new data directory. Everything is verified before anything is written, and nothing that is there is
 * written over. The server recovers to the end of the backup when it is started.
 */
export async function restore(from: string, dataDir: string): Promise<{ readonly made_at: string }> {
  const backup = resolve(from);
  const taken = [...BESIDE, 'postgres.json'].find((name) => existsSync(join(dataDir, name)));
  if (taken !== undefined) throw new Error(`${dataDir} holds data (${taken}): restore into a new DATA_DIR.`);
  const manifest = await readManifest(backup);
  mkdirSync(dataDir, { recursive: true });
  await EmbeddedPostgres.adopt(dataDir, {
    major: manifest.postgres_major,
    password: readFileSync(join(backup, 'password'), 'utf8'),
    fill: (directory) => {
      const inside = (path: string): string => join(directory, path.slice('cluster'.length));
      for (const path of manifest.directories) mkdirSync(inside(path), { mode: 0o700, recursive: true });
      for (const { path } of manifest.files)
        if (path.startsWith('cluster/')) copyFileSync(join(backup, path), inside(path));
    },
  });
  for (const name of BESIDE)
    if (existsSync(join(backup, name))) copyFileSync(join(backup, name), join(dataDir, name));
  return { made_at: manifest.made_at };
}
