import type { Command } from 'commander';
import { AuditChain, type ChainVerdict } from '../common/audit';
import { macOf } from './arguments';
import type { Answer, Run } from './command';
import type { Session } from './session';

interface VerifyOptions {
  head?: string;
  json?: boolean;
}

export function addAuditCommands(audit: Command, run: Run): void {
  audit
    .command('verify')
    .description('Reads the whole log; fails when it is not what was written, and says where it breaks.')
    .option('--head <mac>', 'a head noted elsewhere, e.g. in the process log: its entry must be there', macOf)
    .option('--json', 'one JSON object on standard output')
    .action((options: VerifyOptions) => run(options.json, (session) => verify(session, options.head)));
}

async function verify(session: Session, noted: string | undefined): Promise<Answer> {
  const verdict = await (await session.service(AuditChain)).verify(noted);
  const { valid, entries, firstBroken, head } = verdict;
  return {
    json: { valid, entries, ...(firstBroken === null ? {} : { first_broken: firstBroken }), head },
    text: inWords(verdict),
    failed: !valid,
  };
}

const REASONS: Record<NonNullable<ChainVerdict['firstBroken']>['reason'], string> = {
  changed: 'it is not the entry that was written',
  missing: 'it is missing',
  inserted: 'there is a second entry with this sequence, or one that no sequence has',
  beyond_head: 'it follows the entry that the head calls the last',
  head_changed: 'the head does not fit it',
  head_missing: 'the head is gone, so nobody can tell whether there was more',
  noted_head_not_found: 'the log ends before it, without the entry that was noted: its tail was cut',
  wrong_key: 'AUDIT_KEY is not the key of this log',
};

function inWords({ entries, firstBroken, head }: ChainVerdict): string {
  const last = head === null ? '' : `\nHead: ${head.entries} entries, mac ${head.mac}`;
  if (firstBroken === null) return `The audit log is sound: ${entries} entries.${last}`;
  const { sequence, reason } = firstBroken;
  return `The audit log is broken at entry ${sequence} of ${entries}: ${REASONS[reason]}.${last}`;
}
