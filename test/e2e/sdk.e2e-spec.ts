import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type * as Sdk from '../../packages/sdk/src/index.js' with { 'resolution-mode': 'import' };
import {
  eventually,
  onThisMachine,
  PostbackBench,
  startService,
  type TestMerchant,
  type TestService,
} from '../support';
import { addressBody, documentBody, personBody, PERSONAL_DOCUMENTS } from '../support/onboarding';
import { pixBody } from '../support/charges';
import { blocksOf, ReadersProject } from '../support/guide-programs';
import { LosingProxy } from '../support/losing-proxy';

const ROOT = join(__dirname, '..', '..');
const PACKAGE = join(ROOT, 'packages', 'sdk');

/** What a merchant installs: the half for `require`, as Jest loads modules. */
function builtSdk(): typeof Sdk {
  const { status, stderr } = spawnSync(process.execPath, [join(ROOT, 'scripts', 'sdk.mjs')], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return jest.requireActual<typeof Sdk>(join(PACKAGE, 'dist', 'cjs'));
}

describe('@repasse/sdk', () => {
  const sdk = builtSdk();
  let service: TestService;
  let merchant: TestMerchant;
  let proxy: LosingProxy;
  let repasse: Sdk.Repasse;
  /** By way of the proxy, with little patience. */
  let throughProxy: Sdk.Repasse;

  beforeAll(async () => {
    service = await startService({ worker: true, env: { ALLOW_PRIVATE_ADDRESSES: 'true' } });
    merchant = await service.merchant();
    proxy = await LosingProxy.before(service.url);
    const { publicKey, secretKey } = merchant;
    repasse = new sdk.Repasse({ publicKey, secretKey, baseUrl: `${service.url}/` });
    throughProxy = new sdk.Repasse({ publicKey, secretKey, baseUrl: proxy.url, timeoutMs: 3_000 });
  });
  afterAll(async () => {
    await proxy.close();
    await service.stop();
  });

  const pix = (amount: number): Parameters<Sdk.Charges['create']>[0] => pixBody({ amount }) as never;
  const keysSent = () => proxy.requests.map(({ headers }) => headers['idempotency-key']);

  it('onboards a seller, charges for it, gives back a part, and verifies what it is told', async () => {
    const bench = new PostbackBench(service, merchant);
    const shop = await bench.open();
    const endpoint = await repasse.endpoints.create({
      url: shop.url,
      events: ['charge.captured', 'submerchant.active'],
    });
    const seller = await repasse.submerchants.create(personBody() as never);
    await repasse.submerchants.addresses.create(seller.id, addressBody() as never);
    for (const type of PERSONAL_DOCUMENTS)
      await repasse.submerchants.documents.send(seller.id, documentBody(type) as never);
    expect((await repasse.submerchants.requirements(seller.id)).can_submit).toBe(true);
    await repasse.submerchants.submitForReview(seller.id);
    await repasse.sandbox.approve(seller.id);
    const secret = endpoint.secret!;
    const charge = await repasse.charges.create({ ...pix(10_000), submerchant_id: seller.id });
    expect(charge.status).toBe('pending');
    await repasse.sandbox.pay(charge.id);
    const refund = await repasse.charges.refund(charge.id, { amount: 2_500 });
    expect(refund.amount).toBe(2_500);
    expect((await repasse.charges.get(charge.id)).amount_refunded).toBe(2_500);
    expect(await repasse.charges.refunds(charge.id).toArray()).toHaveLength(1);
    const [receivable] = await repasse.receivables.list({ charge_id: charge.id }).toArray();
    expect(receivable).toMatchObject({ wallet_id: seller.id, amount: 10_000, status: 'settled' });
    expect(await repasse.receivables.get(receivable!.id)).toEqual(receivable);
    expect((await repasse.sandbox.settle('2040-01-01')).settlements).toBe(0);
    expect(await repasse.receivables.settlements().toArray()).toEqual([]);

    const received = await eventually(() => {
      const [one] = shop.of('charge.captured');
      if (one === undefined) throw new Error('not yet');
      return one;
    });
    const event = sdk.verifyPostback(received.text, received.headers, secret);
    if (event.event !== 'charge.captured') throw new Error(`it is ${event.event}`);
    expect(event.charge.id).toBe(charge.id);
    const later = new Date(Date.now() + 600_000);
    const verify = (text: string, secret: string, options?: Sdk.VerifyOptions) => () =>
      sdk.verifyPostback(Buffer.from(text), new Headers({ ...received.headers }), secret, options);
    expect(verify(`${received.text} `, secret)).toThrow(sdk.PostbackVerificationError);
    expect(verify(received.text, `whsec_${Buffer.alloc(32).toString('base64')}`)).toThrow(
      /No signature matches/,
    );
    expect(verify(received.text, secret, { now: later })).toThrow(/too old/);
    expect(() => sdk.verifyPostback(received.text, {}, secret)).toThrow(/webhook-id is missing/);
    await repasse.endpoints.delete(endpoint.id);
    await bench.close();
  });

  it('answers disputes: contests one with evidence, gives in to another, and reads what they took', async () => {
    const paid = async (amount: number): Promise<string> => {
      const { id } = await repasse.charges.create(pix(amount));
      await repasse.sandbox.pay(id);
      return id;
    };
    const [contested, accepted] = [await paid(3_000), await paid(4_000)];
    const only = async (charge_id: string): Promise<Sdk.Dispute> => {
      const [dispute, ...more] = await repasse.disputes.list({ charge_id }).toArray();
      expect(more).toEqual([]);
      return dispute!;
    };
    expect((await repasse.sandbox.dispute(contested, { kind: 'chargeback' })).status).toBe('chargeback');
    const { id, respond_by } = await only(contested);
    expect(Date.parse(respond_by!)).toBeGreaterThan(Date.now());
    const evidence = [
      { name: 'note', file_url: 'https://a.example/n.pdf', mime_type: 'application/pdf' as const },
    ];
    const answered = await repasse.disputes.contest(id, { statement: 'Signed for.', evidence });
    expect(answered).toMatchObject({ id, status: 'contested', debited_amount: 3_000 });
    await expect(repasse.disputes.accept(id)).rejects.toMatchObject({ code: 'INVALID_STATE', status: 409 });
    expect((await repasse.sandbox.decide(id, 'win')).status).toBe('won');
    expect((await repasse.disputes.get(id)).bearers).toMatchObject([
      { wallet_id: merchant.id, amount: 3_000, sources: [{ from: 'available', returned_to: 'available' }] },
    ]);
    await repasse.sandbox.dispute(accepted, { kind: 'pix_return' });
    const blocked = await only(accepted);
    expect(blocked).toMatchObject({ kind: 'pix_return', status: 'open', blocked_amount: 4_000 });
    expect(await repasse.disputes.accept(blocked.id)).toMatchObject({
      status: 'lost',
      blocked_amount: 0,
      debited_amount: 4_000,
    });
    expect((await repasse.disputes.list({ status: 'won,lost' }).toArray()).map((one) => one.id)).toEqual([
      blocked.id,
      id,
    ]);
    await expect(repasse.disputes.get(accepted)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await repasse.sandbox.dispute(await paid(500), { kind: 'chargeback' });
    const [lost] = await repasse.disputes.list({ status: 'open' }).toArray();
    expect((await repasse.sandbox.decide(lost!.id, 'lose')).status).toBe('lost');
  });

  it('a list is walked to its end, and every record comes once', async () => {
    const own = await service.merchant();
    const client = new sdk.Repasse({ ...own, baseUrl: service.url });
    const made = await Promise.all(
      Array.from({ length: 107 }, (_, index) => client.charges.create(pix(index + 100))),
    );
    const seen: string[] = [];
    for await (const { id } of client.charges.list({ status: 'pending' })) seen.push(id);
    expect(new Set(seen).size).toBe(107);
    expect([...seen].sort()).toEqual(made.map(({ id }) => id).sort());
    const page = await client.charges.list().page(2, 100);
    expect([page.data.length, page.pagination.total]).toEqual([7, 107]);
    await expect(client.charges.list().toArray({ limit: 50 })).rejects.toThrow(/longer than 50/);
    expect(await client.charges.list({ status: 'captured' }).toArray()).toEqual([]);
  });

  it('what is refused is an error with its code, its fields and the request that names it', async () => {
    const refused = await repasse.charges.create({ ...pix(1), amount: -1 }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(sdk.RepasseError);
    expect(refused).toMatchObject({ status: 422, code: 'VALIDATION_FAILED', details: [{ field: 'amount' }] });
    expect((refused as Sdk.RepasseError).requestId).toEqual(expect.any(String));
    const unmet = await repasse.submerchants.create(personBody() as never);
    await expect(repasse.submerchants.submitForReview(unmet.id)).rejects.toMatchObject({
      status: 422,
      code: 'REQUIREMENTS_NOT_MET',
    });
    const stranger = new sdk.Repasse({ ...merchant, secretKey: 'sk_test_wrong', baseUrl: service.url });
    await expect(stranger.merchant()).rejects.toMatchObject({ status: 401, code: 'UNAUTHORIZED' });
    const stale = repasse.submerchants.update(
      unmet.id,
      { trade_name: 'Outra' },
      { version: unmet.version + 1 },
    );
    await expect(stale).rejects.toMatchObject({ status: 409, code: 'STALE_VERSION' });
  });

  describe('when answers get lost', () => {
    it('a charge whose answer was lost twice is made once, under one key', async () => {
      proxy.decide((index) => (index < 2 ? 'lose' : 'pass'));
      const charge = await throughProxy.charges.create({ ...pix(4_321), external_id: 'order-lost' });
      expect(keysSent()).toHaveLength(3);
      expect(new Set(keysSent()).size).toBe(1);
      const { version } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')) as {
        version: string;
      };
      expect(proxy.requests[0]!.headers['user-agent']).toBe(`repasse-sdk/${version}`);
      const all = await repasse.charges.list({ external_id: 'order-lost' }).toArray();
      expect(all.map(({ id }) => id)).toEqual([charge.id]);
    });

    it('the key is the caller’s where there is one, and the error names it when no answer came', async () => {
      proxy.decide(() => 'lose');
      const failing = new sdk.Repasse({ ...merchant, baseUrl: proxy.url, retries: 1 });
      const sent = failing.charges.create(
        { ...pix(999), external_id: 'order-7' },
        { idempotencyKey: 'order-7' },
      );
      const error = await sent.catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(sdk.RepasseConnectionError);
      expect(error).toMatchObject({ idempotencyKey: 'order-7' });
      expect(keysSent()).toEqual(['order-7', 'order-7']);
      // What the caller does next: the same request again.
      const charge = await repasse.charges.create(
        { ...pix(999), external_id: 'order-7' },
        { idempotencyKey: 'order-7' },
      );
      expect(await repasse.charges.list({ external_id: 'order-7' }).toArray()).toMatchObject([
        { id: charge.id },
      ]);
    });

    it('a change is not repeated, and a deletion that happened is no error', async () => {
      const { id } = await repasse.submerchants.create(personBody() as never);
      const { id: addressId } = await repasse.submerchants.addresses.create(id, addressBody() as never);
      proxy.decide(() => 'lose');
      const change = throughProxy.submerchants.update(id, { trade_name: 'Uma vez' });
      await expect(change).rejects.toBeInstanceOf(sdk.RepasseConnectionError);
      expect(proxy.requests).toHaveLength(1);
      proxy.decide((index) => (index === 0 ? 'lose' : 'pass'));
      await throughProxy.submerchants.addresses.delete(id, addressId);
      expect(proxy.requests).toHaveLength(2);
      await expect(throughProxy.submerchants.addresses.delete(id, addressId)).rejects.toMatchObject({
        status: 404,
      });
    });

    it('waits as long as it is told, gives up on a wait that is too long, and understands who is not the service', async () => {
      proxy.decide((index) => (index === 0 ? { status: 429, headers: { 'retry-after': '1' } } : 'pass'));
      const begun = performance.now();
      expect((await throughProxy.merchant()).id).toBe(merchant.id);
      expect(performance.now() - begun).toBeGreaterThanOrEqual(1_000);
      proxy.decide(() => ({ status: 429, headers: { 'retry-after': '3600' } }));
      await expect(throughProxy.merchant()).rejects.toMatchObject({ status: 429, retryAfterSeconds: 3_600 });
      expect(proxy.requests).toHaveLength(1);
      proxy.decide(() => ({ status: 403 }));
      await expect(throughProxy.merchant()).rejects.toMatchObject({ status: 403, code: 'UNKNOWN' });
    });

    it('a try ends by its time-out, and all of it by the caller’s signal', async () => {
      proxy.decide((index) => (index === 0 ? 'hang' : 'pass'));
      const hasty = new sdk.Repasse({ ...merchant, baseUrl: proxy.url, timeoutMs: onThisMachine(1_000) });
      expect((await hasty.merchant()).id).toBe(merchant.id);
      expect(proxy.requests).toHaveLength(2);
      proxy.decide(() => 'hang');
      const caller = new AbortController();
      const ended = throughProxy.merchant({ signal: caller.signal });
      await Promise.all([
        expect(ended).rejects.toMatchObject({ name: 'AbortError' }),
        eventually(() => expect(proxy.requests).toHaveLength(1)).then(() => caller.abort()),
      ]);
      expect(proxy.requests).toHaveLength(1);
    });
  });

  describe('as a package', () => {
    const project = new ReadersProject();
    afterAll(() => project.remove());

    const USE = `
      const repasse = new Repasse({ publicKey: 'pk_test_1', secretKey: 'sk_test_1', baseUrl: 'https://pay.example' });
      console.log(typeof repasse.charges.create, typeof verifyPostback);`;
    const TYPED = `
      export async function total(repasse: Repasse): Promise<number> {
        let sum = 0;
        for await (const charge of repasse.charges.list({ status: 'captured' })) sum += charge.amount;
        return sum;
      }
      export function handle(event: PostbackEvent): string {
        return event.event === 'charge.captured' ? event.charge.id : event.event;
      }`;

    it('is imported and required', () => {
      project.write('use.mjs', `import { Repasse, verifyPostback } from '@repasse/sdk';${USE}`);
      project.write('use.cjs', `const { Repasse, verifyPostback } = require('@repasse/sdk');${USE}`);
      const said = ['use.mjs', 'use.cjs'].map((name) => project.run(process.execPath, [name]).stdout);
      expect(said).toEqual(['function function\n', 'function function\n']);
    });

    it('README’s programs compile', () => {
      const programs = blocksOf('packages/sdk/README.md', 'ts');
      expect(programs).toHaveLength(4);
      project.write('readme.mts', programs.join('\n'));
      expect(project.compile('readme.mts')).toBe('');
    });

    it.each(['use.mts', 'use.cts'])('brings its types: %s', (name) => {
      const head = `import { Repasse, type PostbackEvent } from '@repasse/sdk';`;
      project.write(name, head + TYPED);
      expect(project.compile(name, { withLibraries: true })).toBe('');
      project.write(name, `${head} export const no = (repasse: Repasse) => repasse.charges.get(1);`);
      expect(project.compile(name)).toContain("not assignable to parameter of type 'string'");
    });
  });
});
