import jsQR from 'jsqr';
import { PNG } from 'pngjs';
import { request } from 'undici';
import { QrCodeDrawerService } from '../../src/charges/methods/pix/qr-code-drawer.service';
import { basic, type TestMerchant, useCharging } from '../support';
import { boletoBody, cardBody, pixBody } from '../support/charges';

const { app, merchant, charging } = useCharging({}, { name: 'Papelaria São João' });

/** The picture as bytes: the tests' client reads text. */
async function picture(id: string, keys: TestMerchant = merchant) {
  const response = await request(`${app.url}/v1/charges/${id}/qr-code.png`, {
    headers: { authorization: basic(keys) },
  });
  return {
    status: response.statusCode,
    headers: response.headers,
    bytes: Buffer.from(await response.body.arrayBuffer()),
  };
}

/** What an independent reader sees in a picture. */
function read(bytes: Buffer): string | undefined {
  const { data, width, height } = PNG.sync.read(bytes);
  return jsQR(new Uint8ClampedArray(data), width, height)?.data;
}

describe('Contract §6: GET …/qr-code.png', () => {
  it('is a PNG from which an independent reader reads qr_code', async () => {
    const charge = await charging.create(pixBody({ amount: 9_999_999_999 }));
    const { status, headers, bytes } = await picture(charge.id);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('image/png');
    expect(headers['content-length']).toBe(String(bytes.length));
    expect(headers['x-ratelimit-limit']).toBeDefined();
    expect(headers['cache-control']).toBe('no-store');
    expect(read(bytes)).toBe(charge.payment_details.qr_code);
  });

  it('is never in JSON', async () => {
    const charge = await charging.create(pixBody());
    expect(JSON.stringify(charge)).not.toMatch(/data:image|base64|\.png/);
  });

  it('stays what it was when the charge has ended, like qr_code itself', async () => {
    const paid = await charging.paidPix();
    expect(read((await picture(paid.id)).bytes)).toBe(paid.payment_details.qr_code);
  });

  it('a boleto and a card have none: 404, like an unknown id, no id and that of another merchant', async () => {
    const boleto = await charging.create(boletoBody());
    const card = await charging.create(cardBody());
    const pix = await charging.create(pixBody());
    const answers = await Promise.all([
      picture(boleto.id),
      picture(card.id),
      picture('01930000-0000-7000-8000-000000000000'),
      picture('none'),
      picture(pix.id, await app.merchant()),
    ]);
    const bodies = answers.map(({ status, bytes }) => {
      const { message, error } = JSON.parse(bytes.toString()) as { message: string; error: string };
      return JSON.stringify({ status, message, error });
    });
    expect(new Set(bodies).size).toBe(1);
    expect(bodies[0]).toContain('"status":404');
    expect(bodies[0]).toContain('NOT_FOUND');
  });

  it('many at once are each the right one', async () => {
    const charges = await Promise.all(Array.from({ length: 12 }, () => charging.create(pixBody())));
    const texts = await Promise.all(charges.map(async ({ id }) => read((await picture(id)).bytes)));
    expect(texts).toEqual(charges.map(({ payment_details: details }) => details.qr_code));
  });
});

describe('the drawing of QR codes', () => {
  const drawer = () => app.api.get(QrCodeDrawerService, { strict: false });

  it('is bounded: what too many wait for is refused at once with UNAVAILABLE, and then it goes on', async () => {
    const results = await Promise.allSettled(Array.from({ length: 300 }, () => drawer().draw('x')));
    const refused = results.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(100);
    expect(refused[0]).toMatchObject({ reason: { code: 'UNAVAILABLE' } });
    expect(read(await drawer().draw('again'))).toBe('again');
  });

  it('a text that fits no code fails alone, and its thread goes on', async () => {
    await expect(drawer().draw('x'.repeat(10_000))).rejects.toThrow(/big/);
    expect(read(await drawer().draw('after'))).toBe('after');
  });
});
