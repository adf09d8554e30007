import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startService, type TestMerchant, type TestService } from '../support';
import { sendFile } from '../support/http-file';

const FOLDER = join(__dirname, '..', '..', 'docs', 'collection');
const FILES = readdirSync(FOLDER).filter((name) => name.endsWith('.http'));

/** `docs/collection`: whoever opens it after `npm start` sends its requests as they stand. */
describe('the collection', () => {
  let service: TestService;
  let merchant: TestMerchant;

  beforeAll(async () => {
    service = await startService({ worker: true });
    merchant = await service.merchant();
  });
  afterAll(() => service.stop());

  it.each(FILES)('%s: every request succeeds, in its order', async (name) => {
    const { publicKey, secretKey } = merchant;
    const dotenv = { HOST: service.url, PUBLIC_KEY: publicKey, SECRET_KEY: secretKey };
    const sent = await sendFile(join(FOLDER, name), service.anonymous, dotenv);
    expect(sent.length).toBeGreaterThan(5);
    const failed = sent.flatMap(({ title, method, path, answer }) =>
      answer.status >= 200 && answer.status < 300
        ? []
        : [`${title}: ${method} ${path} answered ${answer.status} ${answer.text.slice(0, 500)}`],
    );
    expect(failed).toEqual([]);
  });

  it('its page names every file, and holds no key', () => {
    const page = readFileSync(join(FOLDER, 'README.md'), 'utf8');
    for (const name of FILES) expect(page).toContain(`(${name})`);
    for (const name of FILES) expect(readFileSync(join(FOLDER, name), 'utf8')).not.toMatch(/[ps]k_\w{5}/);
  });

  it('a variable that nothing gives a value is a failure', async () => {
    await expect(sendFile(join(FOLDER, 'charges.http'), service.anonymous, {})).rejects.toThrow(
      '$dotenv HOST',
    );
  });
});
