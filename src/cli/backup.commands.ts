import type { Command } from 'commander';
import { resolve } from 'node:path';
import { type Answer, type Run, UsageError } from './command';
import type { Session } from './session';

interface BackupOptions {
  to: string;
  json?: boolean;
}

interface RestoreOptions {
  from: string;
  json?: boolean;
}

export function addBackupCommand(command: Command, run: Run): void {
  command
    .requiredOption('--to <directory>', 'a new directory for the backup')
    .option('--json', 'one JSON object on standard output')
    .action((options: BackupOptions) => run(options.json, (session) => backup(session, options)));
}

export function addRestoreCommand(command: Command, run: Run): void {
  command
    .requiredOption('--from <directory>', 'what `backup` made')
    .option('--json', 'one JSON object on standard output')
    .action((options: RestoreOptions) => run(options.json, (session) => restored(session, options)));
}

async function backup(session: Session, { to }: BackupOptions): Promise<Answer> {
  const { postgres, dataDir } = await session.environment();
  if (postgres === null) throw new UsageError(OWN_SERVER);
  const { backUp } = await import('../embedded/index.js');
  const { directory, files, bytes } = await backUp(postgres, dataDir, to);
  const size = `${Math.ceil(bytes / 1_048_576)} MiB in ${files} files`;
  return {
    json: { directory, files, bytes },
    text: `Backed up to ${directory}: ${size}. It holds the keys too: keep it as safe as they are.`,
  };
}

async function restored(session: Session, { from }: RestoreOptions): Promise<Answer> {
  if (session.given['DATABASE_URL'] !== undefined) throw new UsageError(OWN_SERVER);
  const dataDir = resolve(session.given['DATA_DIR'] ?? '.data');
  const { restore } = await import('../embedded/index.js');
  const { made_at } = await restore(from, dataDir);
  return {
    json: { data_dir: dataDir, made_at },
    text: `Restored the backup of ${made_at} into ${dataDir}. Now run: db check, db invariants, audit verify.`,
  };
}

const OWN_SERVER =
  'This is for the embedded PostgreSQL. For a server of your own use its tools: docs/backup.md has the commands.';
