import { QrCodeDrawerService } from '../../src/charges/methods/pix/qr-code-drawer.service';
import { sayMeasured, startService, type TestService } from '../support';

const PICTURES = 60;

describe('the drawing of QR codes', () => {
  let app: TestService;

  beforeAll(async () => {
    app = await startService();
  });
  afterAll(() => app.stop());

  it('leaves the event loop to others', async () => {
    const drawer = app.api.get(QrCodeDrawerService, { strict: false });
    await drawer.draw('warm');
    let longestMs = 0;
    let before = performance.now();
    const watch = setInterval(() => {
      const now = performance.now();
      longestMs = Math.max(longestMs, now - before);
      before = now;
    }, 1);
    const startedMs = performance.now();
    await Promise.all(
      Array.from({ length: PICTURES }, (_, index) => drawer.draw(`${'x'.repeat(600)}${index}`)),
    );
    const tookMs = performance.now() - startedMs;
    clearInterval(watch);
    sayMeasured(
      `${PICTURES} pictures: ${Math.round(tookMs)} ms, the event loop kept waiting ${Math.round(longestMs)} ms at most`,
    );
    expect(longestMs).toBeLessThan(tookMs / 2);
  });
});
