import { type BackOffice, startBackOffice } from './support';

describe('the API reference at /docs', () => {
  let backOffice: BackOffice;

  beforeAll(async () => {
    backOffice = await startBackOffice();
  });
  afterEach(() => backOffice.closePages());
  afterAll(() => backOffice.stop());

  it('shows both documents, and asks nothing of another origin', async () => {
    const page = await backOffice.newPage();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    const { origin } = new URL(backOffice.url);
    await page.goto(`${origin}/docs`);
    await page.getByText('/v1/charges/{id}/capture').first().waitFor();
    await page.getByText('For merchants').first().click();
    await page.getByText('For operators').first().click();
    await page.getByText('/v1/review/submerchants/{id}/approve').first().waitFor();
    expect(asked.filter((url) => !/^(data|blob):/.test(url) && new URL(url).origin !== origin)).toEqual([]);
    expect(backOffice.complaints).toEqual([]);
  });
});
