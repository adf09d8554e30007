import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TEST_CARDS } from '../../src/providers/sandbox/test-cards';
import { PostbackBench, startService, type TestMerchant, type TestService } from '../support';
import { asModule, blocksOf, ReadersProject } from '../support/guide-programs';
import { portToUse } from '../support/ports';
import { DRIVERS } from '../support/verifier-drivers';

const ROOT = join(__dirname, '..', '..');
const GUIDES = 'docs/guides';

/** Comments are in the language of the page. */
const withoutComments = (block: string) => block.replaceAll(/^\s*\/\/.*\n|\s+\/\/ .*$/gm, '');

describe('the guides', () => {
  const project = new ReadersProject();
  let service: TestService;
  let merchant: TestMerchant;
  let bench: PostbackBench;

  beforeAll(async () => {
    const built = spawnSync(process.execPath, [join(ROOT, 'scripts', 'sdk.mjs')], { encoding: 'utf8' });
    if (built.status !== 0) throw new Error(built.stderr);
    service = await startService({ worker: true, env: { ALLOW_PRIVATE_ADDRESSES: 'true' } });
    merchant = await service.merchant();
    bench = new PostbackBench(service, merchant);
  });
  afterAll(async () => {
    await bench.close();
    await service.stop();
    project.remove();
  });

  /** The page's program, as a reader who copies block after block has it. */
  const follow = async (page: string, env: Record<string, string> = {}): Promise<string> => {
    const source = blocksOf(`${GUIDES}/${page}`, 'ts').join('\n');
    project.write('guide.mts', source);
    expect(project.compile('guide.mts')).toBe('');
    const file = project.write('guide.mjs', asModule(source));
    const { publicKey, secretKey } = merchant;
    const keys = { REPASSE_URL: service.url, REPASSE_PUBLIC_KEY: publicKey, REPASSE_SECRET_KEY: secretKey };
    const { failed, stdout, stderr } = await project.speak(file, { ...keys, ...env });
    expect({ failed, stderr }).toEqual({ failed: false, stderr: '' });
    return stdout;
  };

  it('first-charge', async () => {
    const said = await follow('first-charge.md');
    for (const line of ['pending', 'captured 2', 'failed', 'true 25000', 'VALIDATION_FAILED amount'])
      expect(said).toContain(line);
    expect(said).toMatch(/ 25000 5000$/m);
    expect(said).toContain('available 32990 to come 0');
  });

  it('onboarding-a-seller', async () => {
    const said = await follow('onboarding-a-seller.md');
    for (const line of ['active', '[ 9001, 1000 ]', 'REQUIREMENTS_NOT_MET']) expect(said).toContain(line);
  });

  it('rate-limits-and-paging', async () => {
    expect(await follow('rate-limits-and-paging.md')).toMatch(/^\d+ (\d+) \1$/m);
  });

  it('answering-disputes', async () => {
    const said = await follow('answering-disputes.md');
    for (const line of [
      'chargeback open 25000',
      'available 25000 returned to available',
      'contested',
      'won captured',
      'pix_return 8000 blocked',
      'lost 8000 debited',
      'DISPUTE_OPEN',
    ])
      expect(said).toContain(line);
  });

  it('paying-sellers', async () => {
    const said = await follow('paying-sellers.md');
    for (const line of [
      'credit_card waiting_funds 9000',
      'available 9000 to come 0',
      'active p***@sandbox.example',
      'pending 4000',
      'paid 4000',
      'withdrawn',
      'failed provider_refused',
      'returned 1000',
      'INSUFFICIENT_BALANCE',
    ])
      expect(said).toContain(line);
  });

  it('sandbox-values: the program sees what the tables say, and they name every test card', async () => {
    const said = (await follow('sandbox-values.md')).trim().split('\n');
    expect(said.map((line) => line.trim())).toEqual([
      'tok_approved captured',
      'tok_declined failed card_declined',
      'tok_insufficient_funds failed insufficient_funds',
      'tok_expired_card failed expired_card',
      'tok_fraud failed suspected_fraud',
      'pix captured',
      'unpaid expired',
      'paid paid 0',
      'failed failed provider_refused',
      'closed failed account_closed',
      'partly-returned partially_returned 500',
      'mismatch rejected',
    ]);
    for (const page of ['sandbox-values.md', 'pt-BR/sandbox-values.md']) {
      const text = readFileSync(join(ROOT, GUIDES, page), 'utf8');
      for (const { token, numbers } of TEST_CARDS)
        for (const value of [token, ...numbers]) expect(text).toContain(`\`${value}\``);
    }
  });

  describe('receiving-notifications', () => {
    /** Body, id, moment, signatures, secret and what a verifier must say. */
    let cases: string[][];

    beforeAll(async () => {
      const said = await follow('receiving-notifications.md', { WEBHOOK_PORT: String(await portToUse()) });
      expect(said).toMatch(/^verified ping [0-9a-f-]{36}\n$/);
      // Its endpoint would be refused, or refuse what comes, when somebody else listens there.
      expect((await merchant.client.get('/v1/postbacks/endpoints')).body.data).toEqual([]);
      const shop = await bench.open();
      const { id: endpoint, secret } = await bench.subscribe(shop.url, ['charge.captured']);
      await merchant.client.post(`/v1/postbacks/endpoints/${endpoint}/ping`);
      const [{ headers, text }] = (await shop.wait(1)) as [Awaited<ReturnType<typeof shop.wait>>[number]];
      const { 'webhook-id': id, 'webhook-timestamp': moment, 'webhook-signature': signature } = headers;
      const body = Buffer.from(text).toString('base64');
      const changed = Buffer.from(`${text} `).toString('base64');
      const another = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
      cases = [
        [body, id!, moment!, signature!, secret, 'true'],
        [body, id!, moment!, `v1,AAAA ${signature!}`, secret, 'true'],
        [changed, id!, moment!, signature!, secret, 'false'],
        [body, 'another', moment!, signature!, secret, 'false'],
        [body, id!, String(Number(moment) + 1), signature!, secret, 'false'],
        [body, id!, String(Number(moment) - 900), signature!, secret, 'false'],
        [body, id!, 'soon', signature!, secret, 'false'],
        [body, id!, moment!, 'v1,AAAA', secret, 'false'],
        [body, id!, moment!, signature!, another, 'false'],
      ];
    });

    const present = DRIVERS.filter(
      ({ program }) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0,
    );

    it('has a verifier in six languages', () => {
      const found = DRIVERS.filter(
        ({ language }) => blocksOf(`${GUIDES}/receiving-notifications.md`, language).length === 1,
      );
      expect(found).toHaveLength(6);
      expect(present.length).toBeGreaterThan(0);
    });

    it.each(present)(
      'the verifier in $language says what is ours and what is not',
      ({ language, file, program, args, wrap }) => {
        const [block] = blocksOf(`${GUIDES}/receiving-notifications.md`, language);
        project.write(file, wrap(block!));
        const input = cases.map((fields) => fields.slice(0, 5).join('\t')).join('\n');
        const { stdout, stderr } = project.run(program, args, input);
        expect({ said: stdout.trim().split('\n'), stderr }).toEqual({
          said: cases.map((fields) => fields[5]),
          stderr: '',
        });
      },
    );
  });

  it('have the same programs in both languages', () => {
    const pages = readdirSync(join(ROOT, GUIDES)).filter((name) => name.endsWith('.md'));
    expect(readdirSync(join(ROOT, GUIDES, 'pt-BR')).sort()).toEqual([...pages].sort());
    for (const page of pages)
      for (const language of ['ts', ...DRIVERS.map((driver) => driver.language)])
        expect(blocksOf(`${GUIDES}/pt-BR/${page}`, language).map(withoutComments)).toEqual(
          blocksOf(`${GUIDES}/${page}`, language).map(withoutComments),
        );
  });
});
