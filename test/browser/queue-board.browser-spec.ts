import { WatchedQueues } from '../../src/common/queue';
import { type BackOffice, loaded, logIn, screenshot, startBackOffice } from './support';

describe('the board of the queues at the desk', () => {
  let backOffice: BackOffice;

  beforeAll(async () => {
    backOffice = await startBackOffice();
  });
  afterEach(() => backOffice.closePages());
  afterAll(() => backOffice.stop());

  it('is a link for administrators, in their language, asks nothing of another origin, and leads back', async () => {
    const watched = new WatchedQueues(backOffice.service.config);
    const [queue] = watched.queues;
    await queue?.add('deliver', { endpoints: ['an-endpoint'] }, { delay: 600_000 });
    const page = await backOffice.newPage();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await logIn(page, backOffice.admin);
    await loaded(page);
    await page.getByRole('link', { name: 'Filas de tarefas' }).click();
    await page.getByText('postback-deliveries-slow').first().waitFor();
    await page.getByText('Carregando').first().waitFor({ state: 'detached' });
    await screenshot(page, 'queue-board');
    await page.getByText('postback-deliveries', { exact: true }).first().click();
    await page.waitForURL('**/queue/postback-deliveries**');
    await page.getByText('an-endpoint').first().waitFor();
    await screenshot(page, 'queue-board-queue');
    await page.reload();
    await page.getByText('an-endpoint').first().waitFor();
    await page.locator('[class*=actions] button').last().click();
    await page.locator('a[href="/backoffice"]').click();
    await page.locator('#main h1').waitFor();
    await queue?.obliterate({ force: true });
    await watched.close();
    const { origin } = new URL(backOffice.url);
    expect(asked.filter((url) => !/^(data|blob):/.test(url) && new URL(url).origin !== origin)).toEqual([]);
    expect(backOffice.complaints).toEqual([]);
  });

  it('nobody else has the link', async () => {
    const page = await backOffice.newPage();
    await logIn(page, backOffice.viewer);
    await loaded(page);
    await page.getByRole('link', { name: 'Entregas' }).waitFor();
    expect(await page.getByRole('link', { name: 'Filas de tarefas' }).count()).toBe(0);
  });
});
