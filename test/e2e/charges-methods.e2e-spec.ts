import { PAYMENT_METHODS } from '../../src/common/money';
import { useCharging } from '../support';
import { boletoBody, cardBody, pixBody } from '../support/charges';

const { app, merchant, charging } = useCharging({}, { name: 'Papelaria São João' });

/** The wrong fields of a refused request, in order. */
async function wrongFields(body: unknown): Promise<string[]> {
  const answer = await merchant.client.post('/v1/charges', body);
  expect([answer.status, answer.body.error]).toEqual([422, 'VALIDATION_FAILED']);
  return (answer.body.details as { field: string }[]).map(({ field }) => field).sort();
}

describe('Contract §6: payment methods', () => {
  it('the request that the document shows of each method is taken as it stands, by the preview too', async () => {
    const { paths } = (await app.anonymous.get('/openapi.json')).body;
    for (const path of ['/v1/charges/preview', '/v1/charges']) {
      const { examples } = paths[path].post.requestBody.content['application/json'];
      const shown = Object.entries<{ value: { payment_method: string } }>(examples);
      expect(shown.map(([, { value }]) => value.payment_method)).toEqual(PAYMENT_METHODS);
      for (const [, { value }] of shown)
        expect((await merchant.client.post(path, value)).body).toMatchObject({ success: true });
    }
  });

  it('pix: txid, a BR Code with amount and txid, and expiry by expires_in, default 3,600 s', async () => {
    const charge = await charging.create(pixBody({ amount: 12_345 }));
    const { txid, qr_code: code, expires_at: expiresAt, expires_in: expiresIn } = charge.payment_details;
    expect(expiresIn).toBe(3_600);
    expect(txid).toMatch(/^[0-9A-Z]{25}$/);
    expect(code).toMatch(/^000201.*br\.gov\.bcb\.pix.*6304[0-9A-F]{4}$/);
    expect(code).toContain('5406123.45');
    expect(code).toContain('5918Papelaria Sao Joao');
    expect(code).toContain(`0525${txid}`);
    expect(Date.parse(expiresAt) - Date.parse(charge.created_at)).toBe(3_600_000);
    expect(charge.expires_at).toBe(expiresAt);
    const short = await charging.create(pixBody({ payment_details: { expires_in: 60 } }));
    expect(Date.parse(short.expires_at) - Date.parse(short.created_at)).toBe(60_000);
  });

  it('pix and boleto: payment_details may be left out or null', async () => {
    for (const payment_details of [undefined, null]) {
      expect((await charging.create(pixBody({ payment_details }))).status).toBe('pending');
      expect((await charging.create(boletoBody({ payment_details }))).status).toBe('pending');
    }
  });

  it('boleto: barcode, line, our_number, and expiry at the end of the third day after the due date', async () => {
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(new Date());
    const charge = await charging.create(
      boletoBody({ payment_details: { due_date: today, instructions: ['Não receber após o vencimento'] } }),
    );
    const {
      barcode,
      digitable_line: line,
      our_number: ourNumber,
      due_date: dueDate,
    } = charge.payment_details;
    expect(dueDate).toBe(today);
    expect(barcode).toMatch(/^\d{44}$/);
    expect(line).toMatch(/^\d{47}$/);
    expect(barcode.slice(9, 19)).toBe('0000010000');
    expect(barcode).toContain(ourNumber);
    expect(charge.payment_details.instructions).toEqual(['Não receber após o vencimento']);
    const fourthDay = Date.parse(`${today}T03:00:00.000Z`) + 4 * 86_400_000;
    expect(Date.parse(charge.expires_at)).toBe(fourthDay);
  });

  it('boleto requires customer.tax_id', async () => {
    expect(await wrongFields(pixBody({ payment_method: 'boleto' }))).toEqual(['customer.tax_id']);
  });

  it('boleto: due_date is today to 365 days from now, and a day of the calendar', async () => {
    for (const due_date of ['2020-01-01', '2099-01-01', '2026-02-30']) {
      expect(await wrongFields(boletoBody({ payment_details: { due_date } }))).toEqual([
        'payment_details.due_date',
      ]);
    }
    expect(await wrongFields(boletoBody({ payment_details: { instructions: Array(6).fill('x') } }))).toEqual([
      'payment_details.instructions',
    ]);
  });

  it('payment_details of another method are unknown fields', async () => {
    expect(await wrongFields(pixBody({ payment_details: { installments: 2 } }))).toEqual([
      'payment_details.installments',
    ]);
    expect(await wrongFields(cardBody('tok_approved', {}, { expires_in: 60 }))).toEqual([
      'payment_details.expires_in',
    ]);
  });

  it('cards: a token, instalments 1 to 12, a soft descriptor of at most 13', async () => {
    const charge = await charging.create(
      cardBody('tok_approved', {}, { installments: 12, soft_descriptor: 'LOJA*ANA' }),
    );
    expect(charge).toMatchObject({
      status: 'pending',
      installments: 12,
      payment_details: {
        brand: 'visa',
        first6: '411111',
        last4: '1111',
        installments: 12,
        soft_descriptor: 'LOJA*ANA',
      },
    });
    expect(await wrongFields(cardBody('tok_approved', {}, { installments: 13 }))).toEqual([
      'payment_details.installments',
    ]);
    expect(await wrongFields(cardBody('tok_approved', {}, { soft_descriptor: 'x'.repeat(14) }))).toEqual([
      'payment_details.soft_descriptor',
    ]);
    expect(await wrongFields(pixBody({ payment_method: 'credit_card' }))).toEqual([
      'payment_details.card_token',
    ]);
    expect(await wrongFields(pixBody({ payment_method: 'credit_card', payment_details: null }))).toEqual([
      'payment_details',
    ]);
    expect(await wrongFields(cardBody('tok_unheard_of'))).toEqual(['payment_details.card_token']);
  });

  it('a debit card is always captured, in one instalment', async () => {
    const debit = (details: object) =>
      cardBody('tok_approved', { payment_method: 'debit_card' }, details as Record<string, unknown>);
    expect((await charging.create(debit({}))).payment_details).toMatchObject({
      capture: true,
      installments: 1,
    });
    expect(await wrongFields(debit({ installments: 2 }))).toEqual(['payment_details.installments']);
    expect(await wrongFields(debit({ capture: false }))).toEqual(['payment_details.capture']);
  });
});
