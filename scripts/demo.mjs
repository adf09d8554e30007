/**
 * `npm run demo`: a marketplace's day against a running system, by the SDK and the operators' API alone. Onboards a seller,
 * has it reviewed, charges by pix, card and boleto with a split, refunds a part, pays the seller, and receives the
 * signed notifications on a web server of its own.
 */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { makeSdk } from './lib/sdk.mjs';

const MOST_WAITED_MS = 30_000;

const dataDir = process.env.DATA_DIR || '.data';
const demo = await readFile(join(dataDir, 'demo.json'), 'utf8').then(JSON.parse, () => {
  fail(
    `There is no ${join(dataDir, 'demo.json')}. Start the system first: npm start\n` +
      'Over a database of your own it makes demo data when it is told to: ' +
      'DEMO=true ALLOW_PRIVATE_ADDRESSES=true npm start. Where you set DATA_DIR for it, set it here too.',
  );
});

await makeSdk();
const { Repasse, RepasseConnectionError, RepasseError, verifyPostback } =
  await import('../packages/sdk/dist/esm/index.js');
const repasse = new Repasse({
  publicKey: demo.merchant.public_key,
  secretKey: demo.merchant.secret_key,
  baseUrl: demo.api_url,
});
const received = [];
let secret;

main().catch((error) => fail(reasonOf(error)));

async function main() {
  const receiver = await startReceiver();
  const address = `http://127.0.0.1:${receiver.address().port}`;

  chapter('The marketplace registers where it wants to be told');
  const endpoint = await repasse.endpoints.create({
    url: `${address}/notifications`,
    events: ['*'],
  });
  secret = endpoint.secret;
  say(`endpoint ${endpoint.id} is ${endpoint.status}; its secret was shown once`);

  try {
    const seller = await onboard(address);
    await review(seller);
    const charges = await charge(seller);
    await money(seller, charges[2]);
    const withdrawal = await payOut(seller);
    await notifications(charges, withdrawal);
  } finally {
    await repasse.endpoints.delete(endpoint.id);
    receiver.close();
    receiver.closeAllConnections();
  }
  chapter('That was the day');
  say(`API documentation: ${demo.docs_url}`);
  say(`Back office: ${demo.backoffice_url}`);
}

async function onboard(address) {
  chapter('A seller is onboarded');
  const seller = await repasse.submerchants.create({
    entity_type: 'pj',
    trade_name: 'Ateliê da Lua',
    legal_name: 'Ateliê da Lua Comércio de Cerâmica LTDA',
    tax_id: '11222333000181',
    email: 'contato@ateliedalua.example',
    phone: '11987654321',
    cnaes: [
      { code: '4759-8/99', description: 'Comércio varejista de artigos de uso doméstico', is_primary: true },
    ],
  });
  say(`submerchant ${seller.id} is ${seller.status}`);

  const partner = await repasse.submerchants.legalRepresentatives.upsert(seller.id, {
    name: 'Luana Ferreira Prado',
    document: '52998224725',
    role: 'legal_representative',
    participation_percentage: 100,
    is_admin: true,
  });
  await repasse.submerchants.addresses.create(seller.id, {
    street: 'Rua Harmonia',
    number: '456',
    neighborhood: 'Vila Madalena',
    city: 'São Paulo',
    state: 'SP',
    zip_code: '05435-000',
    is_primary: true,
  });
  const company = ['social_contract', 'cnpj_card', 'proof_of_residence_company'];
  const personal = [
    'partner_front_id',
    'partner_back_id',
    'partner_selfie_with_id',
    'partner_proof_of_residence',
  ];
  for (const type of [...company, ...personal]) {
    await repasse.submerchants.documents.send(seller.id, {
      type,
      file_url: `${address}/files/${type}.pdf`,
      file_name: `${type}.pdf`,
      file_size: 1024,
      mime_type: 'application/pdf',
      ...(personal.includes(type) ? { legal_representative_id: partner.id } : {}),
    });
  }
  say(`1 legal representative, 1 address, ${company.length + personal.length} documents`);
  const submitted = await repasse.submerchants.submitForReview(seller.id);
  say(`submitted: ${submitted.status}`);
  return submitted;
}

async function review(seller) {
  chapter('An operator decides');
  await asOperator('POST', `/v1/review/submerchants/${seller.id}/approve`);
  const approved = await repasse.submerchants.get(seller.id);
  say(`submerchant is ${approved.status}`);
}

async function charge(seller) {
  chapter('The marketplace charges on its behalf: 90 % to the seller, 10 % to itself');
  const order = (amount, payment_method, payment_details) => ({
    amount,
    product_type: 'physical',
    customer: { name: 'Rita Campos', email: 'rita@example.com', type: 'individual', tax_id: '39053344705' },
    items: [{ name: 'Vaso de cerâmica', quantity: 1, unit_price: amount, tangible: true }],
    payment_method,
    payment_details,
    submerchant_id: seller.id,
    split_rules: [
      { recipient_id: seller.id, percentage: 90, liable: true, charge_remainder: true },
      { recipient_id: demo.merchant.merchant_id, percentage: 10, charge_processing_fee: true },
    ],
  });

  const pix = await repasse.charges.create(order(12_990, 'pix', {}));
  say(
    `pix      ${reais(pix.amount)} is ${pix.status}; copia e cola: ${pix.payment_details.qr_code.slice(0, 40)}…`,
  );
  await repasse.sandbox.pay(pix.id);

  const boleto = await repasse.charges.create(order(45_001, 'boleto', {}));
  say(`boleto   ${reais(boleto.amount)} is ${boleto.status}; line: ${boleto.payment_details.digitable_line}`);
  await repasse.sandbox.pay(boleto.id);

  const card = await repasse.charges.create(
    order(9_999, 'credit_card', { card_token: 'tok_approved', installments: 3 }),
    { waitSeconds: 20 },
  );
  say(`card     ${reais(card.amount)} is ${card.status}; fee ${reais(card.fee_amount)}`);
  for (const part of card.split) say(`         ${reais(part.net_amount)} to ${part.recipient_id}`);

  const declined = await repasse.charges.create(order(5_000, 'credit_card', { card_token: 'tok_declined' }), {
    waitSeconds: 20,
  });
  say(`declined ${reais(declined.amount)} is ${declined.status}: ${declined.failure?.code}`);

  const refund = await repasse.charges.refund(card.id, {
    amount: 3_333,
    reason: 'one piece arrived broken',
  });
  say(`refund   ${reais(refund.amount)} of the card is ${refund.status}`);
  return [pix, boleto, card, declined];
}

/** Where the seller's part of a card is, before it is due and after: in the sandbox the days pass at once. */
async function money(seller, card) {
  chapter("The money comes due, and is in the seller's wallet");
  const parts = await repasse.receivables.list({ charge_id: card.id, wallet_id: seller.id }).toArray();
  const due = parts.sort((one, other) => one.installment - other.installment);
  for (const part of due)
    say(
      `part ${part.installment} of ${part.installments}: ${reais(part.net)} on ${part.due_date}, ${part.status}` +
        (part.amount_reversed > 0 ? `; the refund took ${reais(part.amount_reversed)}` : ''),
    );
  await showWallet(seller, 'today');
  await repasse.sandbox.settle(due.at(-1).due_date);
  await showWallet(seller, 'then ');
}

async function showWallet(seller, when) {
  const { balance } = await repasse.wallets.get(seller.id);
  say(`${when}: ${reais(balance.available)} available, ${reais(balance.waiting_funds)} to come`);
}

/** Everything that is there leaves for the seller's own Pix key; the receipt proves it. */
async function payOut(seller) {
  chapter('The seller is paid');
  const { destinations } = repasse.wallets;
  const key = { type: 'pix_key', pix_key_type: 'cnpj', pix_key: seller.tax_id };
  const { id } = await destinations.add(seller.id, key);
  const resolved = await eventually(() => destinations.get(seller.id, id), hasStatus('active'));
  say(`Pix key ${resolved.pix_key} is ${resolved.status}`);
  const asked = await repasse.withdrawals.create({ wallet_id: seller.id });
  say(`withdrawal of ${reais(asked.amount)} and a fee of ${reais(asked.fee)} is ${asked.status}`);
  const paid = await eventually(() => repasse.withdrawals.get(asked.id), hasStatus('paid'));
  const receipt = await repasse.withdrawals.receipt(paid.id);
  say(`it is ${paid.status}: ${reais(receipt.amount)} to ${receipt.payee.name}, ${receipt.end_to_end_id}`);
  await showWallet(seller, 'now  ');
  return paid;
}

async function notifications(charges, withdrawal) {
  chapter('The signed notifications arrive');
  const expected = [
    ['withdrawal.paid', withdrawal.id],
    ['charge.captured', charges[0].id],
    ['charge.captured', charges[1].id],
    ['charge.captured', charges[2].id],
    ['charge.partially_refunded', charges[2].id],
    ['charge.failed', charges[3].id],
  ];
  const missing = () =>
    expected.filter(([event, id]) => !received.some((got) => got.event === event && got.id === id));
  await eventually(
    () => missing().map(([event]) => event),
    (events) => events.length === 0,
  );
  for (const got of received) say(`${got.valid ? 'signature ok ' : 'SIGNATURE WRONG'}  ${got.event}`);
  if (received.some((got) => !got.valid)) throw new Error('a notification had a wrong signature');
}

function hasStatus(wanted) {
  return ({ status }) => status === wanted;
}

/** Asks until the answer is as wanted, for as long as somebody waits. */
async function eventually(ask, isWanted) {
  for (const deadline = Date.now() + MOST_WAITED_MS; ;) {
    const answer = await ask();
    if (isWanted(answer)) return answer;
    if (Date.now() > deadline) throw new Error(`still ${JSON.stringify(answer.status ?? answer)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Receives notifications, and hosts the documents' files as a marketplace's own storage would. */
async function startReceiver() {
  const server = createServer((request, response) => {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      if (request.method === 'POST') receive(request, Buffer.concat(chunks));
      response
        .writeHead(200, { 'Content-Type': 'application/pdf' })
        .end(request.method === 'POST' ? '' : '%PDF-1.4\n%%EOF\n');
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

function receive(request, body) {
  try {
    const event = verifyPostback(body, request.headers, secret);
    received.push({ event: event.event, id: event[event.event.split('.')[0]]?.id, valid: true });
  } catch (error) {
    received.push({ event: error.message, valid: false });
  }
}

/** Operators have an API of their own, which the SDK of merchants does not speak. */
async function asOperator(method, path) {
  const { public_key, secret_key } = demo.operator;
  const response = await fetch(demo.api_url + path, {
    method,
    headers: { authorization: `Basic ${Buffer.from(`${public_key}:${secret_key}`).toString('base64')}` },
  });
  if (!response.ok)
    throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
}

function reasonOf(error) {
  if (error instanceof RepasseConnectionError) return `${error.message} Is it running? npm start`;
  if (!(error instanceof RepasseError)) return error.message;
  const fields = error.details.map((detail) => `\n    ${detail.field}: ${detail.message}`);
  return `${error.code} (${error.status}): ${error.message}${fields.join('')}`;
}

function reais(cents) {
  return `R$ ${(cents / 100).toFixed(2).replace('.', ',')}`;
}

function chapter(title) {
  process.stdout.write(`\n${title}\n`);
}

function say(line) {
  process.stdout.write(`  ${line}\n`);
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
