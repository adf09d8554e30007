import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { bookAccount, walletAccount } from '../../src/ledger';
import { accountId } from '../../src/ledger/accounts.rules';
import { migrateDatabase } from '../../src/migrate';
import { startService, type TestService } from '../support';
import { LedgerPlay } from '../support/ledger-play';
import { TwoRoles } from '../support/two-roles';

/** What the books' tables keep by themselves, whoever writes: the owner of the tables, and the service's role (decision 0032). */
describe('the store of the books', () => {
  let roles: TwoRoles;
  let service: TestService;
  let play: LedgerPlay;
  let merchantId: string;
  const wallet = randomUUID();
  const available = walletAccount(wallet, 'available');
  const clearing = bookAccount('clearing:sandbox');

  beforeAll(async () => {
    roles = await TwoRoles.make();
    await migrateDatabase(roles.ownerUrl, roles.service);
    service = await startService({ env: { DATABASE_URL: roles.serviceUrl } });
    play = new LedgerPlay(service);
    merchantId = (await service.merchant()).id;
    const cause = (reference: string) => ({
      merchantId,
      reference,
      kind: 'capture',
      resource: { type: 'charge', id: randomUUID() },
      occurredAt: new Date('2026-11-24T02:30:00.000Z'),
    });
    for (const reference of ['charge:1:captured', 'charge:2:captured', 'charge:3:captured']) {
      const lines = [
        { account: clearing, amountCents: -1_000 },
        { account: available, amountCents: 1_000 },
      ];
      await play.post([{ ...cause(reference), lines }]);
      // The last one is left in the tail.
      if (reference !== 'charge:3:captured') await play.drain(merchantId);
    }
  });
  afterAll(async () => {
    await service.stop();
    await roles.drop();
  });

  const fill = (statement: string): string =>
    statement
      .replaceAll('$merchant', `'${merchantId}'`)
      .replaceAll('$available', `'${accountId(merchantId, available)}'`)
      .replaceAll('$clearing', `'${accountId(merchantId, clearing)}'`)
      .replaceAll(
        '$both',
        `ARRAY(SELECT id FROM ledger_accounts WHERE merchant_id = '${merchantId}' ORDER BY id)`,
      );

  /** A row of ledger_transactions with these accounts and amounts. */
  const row = (accounts: string, amounts: string, more = 'NULL'): string =>
    `INSERT INTO ledger_transactions (merchant_id, id, reference, kind, resource_type, resource_id, account_ids, amounts_cents, reverses_id, occurred_at)
     VALUES ($merchant, gen_random_uuid(), 'test:' || gen_random_uuid(), 'capture', 'charge', gen_random_uuid(), ${accounts}, ${amounts}, ${more}, now())`;
  const MINUS = `(SELECT array_agg(CASE id WHEN $available THEN -2001 ELSE 2001 END ORDER BY id) FROM ledger_accounts WHERE merchant_id = $merchant)`;
  const THIRD = `(SELECT id FROM ledger_transactions WHERE reference = 'charge:3:captured')`;

  /** In a transaction that is rolled back; the triggers that check at the end of a statement have run by then. */
  async function tried(role: 'owner' | 'service', statement: string): Promise<void> {
    const client = new Client({ connectionString: role === 'owner' ? roles.ownerUrl : roles.serviceUrl });
    await client.connect();
    try {
      await client.query('BEGIN');
      await client.query(fill(statement));
      await client.query('ROLLBACK');
    } finally {
      await client.end();
    }
  }

  describe.each(['owner', 'service'] as const)(
    'a row that is no transaction fails by SQL alone, for the %s',
    (role) => {
      it.each([
        [
          'lines that do not sum to zero',
          row('$both', 'ARRAY[5, -4]::bigint[]'),
          'ck_ledger_transactions_balanced',
        ],
        [
          'one line',
          row('ARRAY[$available]::uuid[]', 'ARRAY[5]::bigint[]'),
          'ck_ledger_transactions_balanced',
        ],
        ['no line', row(`'{}'::uuid[]`, `'{}'::bigint[]`), 'ck_ledger_transactions_balanced'],
        ['a line of nothing', row('$both', 'ARRAY[0, 0]::bigint[]'), 'ck_ledger_transactions_balanced'],
        [
          'a line without an amount',
          row('$both', 'ARRAY[NULL, 1]::bigint[]'),
          'ck_ledger_transactions_balanced',
        ],
        [
          'more amounts than accounts',
          row('$both', 'ARRAY[1, 1, -2]::bigint[]'),
          'ck_ledger_transactions_balanced',
        ],
        [
          'two lines on one account',
          row('ARRAY[$available, $available]::uuid[]', 'ARRAY[5, -5]::bigint[]'),
          'ck_ledger_transactions_balanced',
        ],
        [
          'accounts out of their order',
          row(
            'ARRAY(SELECT id FROM ledger_accounts WHERE merchant_id = $merchant ORDER BY id DESC)',
            'ARRAY[5, -5]::bigint[]',
          ),
          'ck_ledger_transactions_balanced',
        ],
        [
          'amounts of which each is more than any bank has',
          row('$both', 'ARRAY[1000000000000001, -1000000000000001]::bigint[]'),
          'ck_ledger_transactions_balanced',
        ],
        [
          'an account that its book has not',
          row(`ARRAY[$available, 'ffffffff-ffff-ffff-ffff-ffffffffffff']::uuid[]`, 'ARRAY[5, -5]::bigint[]'),
          'fk_ledger_transactions_accounts',
        ],
        ['more than there is', row('$both', MINUS.replaceAll('2001', '3001')), 'ck_ledger_accounts_bounds'],
        [
          'a reversal of nothing',
          row('$both', 'ARRAY[5, -5]::bigint[]', 'gen_random_uuid()'),
          'fk_ledger_transactions_reverses',
        ],
        [
          'a reversal that is not the exact negative',
          row('$both', MINUS.replaceAll('2001', '999'), THIRD),
          'ck_ledger_transactions_negative',
        ],
      ])('%s', async (_what, statement, constraint) => {
        await expect(tried(role, statement)).rejects.toMatchObject({ constraint });
      });

      it('what is there may be taken, whether it waits or not, and a right reversal is taken', async () => {
        await tried(role, row('$both', MINUS.replaceAll('2001', '3000')));
        await tried(role, row('$both', MINUS.replaceAll('2001', '1000'), THIRD));
      });

      it('an account of another bound than its name has', async () => {
        const account = (name: string, min: string, max: string) =>
          `INSERT INTO ledger_accounts (merchant_id, id, wallet_id, name, min_cents, max_cents)
         VALUES ($merchant, gen_random_uuid(), gen_random_uuid(), '${name}', ${min}, ${max})`;
        for (const wrong of [
          account('available', '-1', 'NULL'),
          account('available', 'NULL', 'NULL'),
          account('reserve', '0', '100'),
          account('debt', 'NULL', '1'),
          account('debt', '0', '0'),
        ])
          await expect(tried(role, wrong)).rejects.toMatchObject({ constraint: 'ck_ledger_accounts_kind' });
        for (const wrong of ['losses', 'clearing:sandbox', 'anything'])
          await expect(tried(role, account(wrong, '0', 'NULL'))).rejects.toMatchObject({
            constraint: 'ck_ledger_accounts_name',
          });
        await tried(role, account('reserve', '0', 'NULL'));
      });
    },
  );

  const TABLES = [
    'ledger_transactions',
    'ledger_entries',
    'ledger_accounts',
    'ledger_tail',
    'ledger_hours',
  ] as const;

  it.each(TABLES.map((table) => [table]))(
    'nothing of %s is taken away, not by its owner either',
    async (table) => {
      const refused = { code: '42501', message: expect.stringContaining('the books grow only') as string };
      await expect(tried('owner', `TRUNCATE ${table} CASCADE`)).rejects.toMatchObject(refused);
      if (table !== 'ledger_tail')
        await expect(tried('owner', `DELETE FROM ${table}`)).rejects.toMatchObject(refused);
      for (const statement of [`TRUNCATE ${table} CASCADE`, `DELETE FROM ${table}`])
        await expect(tried('service', statement)).rejects.toMatchObject({
          code: '42501',
          message: expect.stringContaining('permission denied') as string,
        });
    },
  );

  it.each([
    ['a transaction', 'UPDATE ledger_transactions SET occurred_at = now()'],
    ['an entry', 'UPDATE ledger_entries SET amount_cents = amount_cents'],
    ['a line that waits', 'UPDATE ledger_tail SET amount_cents = 2 * amount_cents'],
  ])('%s never changes, not by its owner either', async (_what, statement) => {
    await expect(tried('owner', statement)).rejects.toMatchObject({
      message: expect.stringContaining('the books grow only') as string,
    });
    await expect(tried('service', statement)).rejects.toMatchObject({
      message: expect.stringContaining('permission denied') as string,
    });
  });

  const entry = (seq: number, cents: number, balance: number, transaction = THIRD): string =>
    `INSERT INTO ledger_entries (merchant_id, account_id, seq, transaction_id, kind, amount_cents, balance_cents, posted_at, kind_seq)
     VALUES ($merchant, $available, ${seq}, ${transaction}, 'capture', ${cents}, ${balance}, now(), ${seq})`;

  it.each([
    ['an entry past a gap', entry(4, 1_000, 3_000), 'ck_ledger_entries_chain'],
    ['an entry at a place that is taken', entry(2, 1_000, 2_000), 'pk_ledger_entries'],
    ['a balance that does not follow', entry(3, 1_000, 3_001), 'ck_ledger_entries_chain'],
    ['an entry of another amount than its line', entry(3, 999, 2_999), 'ck_ledger_entries_chain'],
    ['an entry of no transaction', entry(3, 1_000, 3_000, 'gen_random_uuid()'), 'ck_ledger_entries_chain'],
    [
      'a line that is an entry already',
      entry(3, 1_000, 3_000, `(SELECT id FROM ledger_transactions WHERE reference = 'charge:1:captured')`),
      'uq_ledger_entries_line',
    ],
    [
      'a balance that no entry tells',
      'UPDATE ledger_accounts SET seq = seq + 1, posted_cents = posted_cents + 1 WHERE id = $available',
      'ck_ledger_accounts_last_entry',
    ],
    [
      'an account that becomes another one',
      `UPDATE ledger_accounts SET name = 'blocked' WHERE id = $available`,
      'ck_ledger_accounts_last_entry',
    ],
    [
      'an account that is opened with money in it',
      `INSERT INTO ledger_accounts (merchant_id, id, name, posted_cents, seq, posted_at)
       VALUES ($merchant, gen_random_uuid(), 'suspense', 5, 1, now())`,
      'ck_ledger_accounts_last_entry',
    ],
    ['a line that leaves without an entry', 'DELETE FROM ledger_tail', 'ck_ledger_tail_posted'],
  ])('%s fails, by the hand of the owner too', async (_what, statement, constraint) => {
    await expect(tried('owner', statement)).rejects.toMatchObject({ constraint });
    await expect(tried('service', statement)).rejects.toMatchObject({ code: '42501' });
  });

  it('a true entry is taken: it is the checks that refuse the others', async () => {
    await tried('owner', entry(3, 1_000, 3_000));
  });

  it('keeps triggers where ordinary ones do not fire, and the service switches none off', async () => {
    const client = new Client({ connectionString: roles.ownerUrl });
    await client.connect();
    const always = await client.query<{ name: string }>(
      `SELECT tgname AS name FROM pg_trigger WHERE tgenabled = 'A' AND tgname LIKE 'tr\\_ledger%' ORDER BY 1`,
    );
    await client.end();
    expect(always.rows.map(({ name }) => name)).toEqual(
      TABLES.map((table) => `tr_${table}_append_only`).sort(),
    );
    for (const statement of [
      'SET session_replication_role = replica',
      'ALTER TABLE ledger_entries DISABLE TRIGGER ALL',
      'DROP TRIGGER tr_ledger_transactions_append_only ON ledger_transactions',
    ])
      await expect(tried('service', statement)).rejects.toMatchObject({ code: '42501' });
  });
});
