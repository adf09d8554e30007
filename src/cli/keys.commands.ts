import type { Command } from 'commander';
import { ApiKeyReader, IssueApiKeyUseCase, RevokeApiKeyUseCase, type Scope, SCOPES } from '../auth';
import { iso, isoOrNull } from '../common';
import { CLI_ACTOR } from '../common/audit';
import { idOf, someOf } from './arguments';
import { daysOf } from './auth-arguments';
import { type Answer, facts, type Run, table } from './command';
import type { Session } from './session';

interface CreateOptions {
  scopes?: Scope[];
  expiresIn?: number;
  json?: boolean;
}

export function addKeyCommands(keys: Command, run: Run): void {
  keys
    .command('create')
    .description('Issues a key pair; the secret is shown this once.')
    .argument('<merchant-id>', 'id of the merchant', idOf)
    .option(
      '--scopes <list>',
      'read, write, money (default: all of a test merchant, read,write of a live one)',
      someOf(SCOPES),
    )
    .option('--expires-in <days>', 'days until it expires (default: never)', daysOf)
    .option('--json', 'one JSON object on standard output')
    .action((id: string, options: CreateOptions) =>
      run(options.json, (session) => create(session, id, options)),
    );
  keys
    .command('list')
    .description("A merchant's key pairs, newest first; secrets are not kept.")
    .argument('<merchant-id>', 'id of the merchant', idOf)
    .option('--json', 'one JSON object on standard output')
    .action((id: string, options: { json?: boolean }) => run(options.json, (session) => list(session, id)));
  keys
    .command('revoke')
    .description('Ends a key pair, within a second everywhere.')
    .argument('<public-key>', 'its public key')
    .option('--json', 'one JSON object on standard output')
    .action((publicKey: string, options: { json?: boolean }) =>
      run(options.json, async (session) => {
        await (await session.service(RevokeApiKeyUseCase)).execute(publicKey, CLI_ACTOR);
        return { json: { public_key: publicKey, revoked: true }, text: `${publicKey} is revoked.` };
      }),
    );
}

async function create(session: Session, merchantId: string, options: CreateOptions): Promise<Answer> {
  const { scopes, expiresIn: expiresInDays } = options;
  const issuing = await session.service(IssueApiKeyUseCase);
  const pair = await issuing.execute(merchantId, { scopes, expiresInDays }, CLI_ACTOR);
  return {
    json: {
      public_key: pair.publicKey,
      secret_key: pair.secretKey,
      scopes: pair.scopes,
      expires_at: isoOrNull(pair.expiresAt),
    },
    text: `${facts({
      public_key: pair.publicKey,
      secret_key: pair.secretKey,
      scopes: pair.scopes.join(', '),
      expires_at: isoOrNull(pair.expiresAt) ?? 'never',
    })}\nThe secret key is not shown again.`,
  };
}

async function list(session: Session, merchantId: string): Promise<Answer> {
  const reader = await session.service(ApiKeyReader);
  const keys = (await reader.listAll(merchantId)).map((key) => ({
    public_key: key.publicKey,
    scopes: key.scopes,
    created_at: iso(key.createdAt),
    expires_at: isoOrNull(key.expiresAt),
    last_used_at: isoOrNull(key.lastUsedAt),
    revoked_at: isoOrNull(key.revokedAt),
  }));
  const heading = ['public_key', 'scopes', 'created_at', 'expires_at', 'last_used_at', 'revoked_at'];
  const rows = keys.map((key) => [
    key.public_key,
    key.scopes.join(','),
    key.created_at,
    key.expires_at ?? 'never',
    key.last_used_at ?? 'never',
    key.revoked_at ?? '-',
  ]);
  return { json: { keys }, text: table(heading, rows) };
}
