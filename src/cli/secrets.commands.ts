import type { Command } from 'commander';
import { AuditLog, CLI_ACTOR } from '../common/audit';
import { TxRunner } from '../database';
import { gather } from '../common/features';
import { FEATURES } from '../features';
import type { Answer, Run } from './command';
import type { Session } from './session';

export function addSecretCommands(secrets: Command, run: Run): void {
  secrets
    .command('rotate')
    .description('Encrypts them anew with the newest key of ENCRYPTION_KEYS, beside the running service.')
    .option('--json', 'one JSON object on standard output')
    .action((options: { json?: boolean }) => run(options.json, rotate));
}

/** Each goes through what it keeps, and names what no key of the ring opens. */
const ROTATIONS = gather(FEATURES, 'rotations');

async function rotate(session: Session): Promise<Answer> {
  const key = (await session.config()).crypto.encryption.newest.id;
  let rotated = 0;
  const failed: string[] = [];
  for (const rotation of ROTATIONS) {
    const done = await (await session.service(rotation)).execute();
    rotated += done.rotated;
    failed.push(...done.failed);
  }
  const details = { key, rotated, failed: failed.length };
  const audit = await session.service(AuditLog);
  const transactions = await session.service(TxRunner);
  await transactions.run((tx) => audit.append(tx, { action: 'secrets.rotated', actor: CLI_ACTOR, details }));
  const done = `${rotated} records were encrypted anew; all others were already, with the key ${key}.`;
  return {
    json: { key, rotated, failed },
    text:
      failed.length === 0
        ? `${done}\nThe older keys may leave ENCRYPTION_KEYS.`
        : `${done}\nNo key of ENCRYPTION_KEYS opens the secrets or files of:\n  ${failed.join('\n  ')}`,
    failed: failed.length > 0,
  };
}
