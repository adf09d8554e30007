import { createHmac, timingSafeEqual } from 'node:crypto';
import express from 'express';

const { WEBHOOK_SECRET: secret, PORT: port = '4000' } = process.env;
if (!secret) throw new Error('Set WEBHOOK_SECRET to the secret of the webhook endpoint (whsec_…).');
const handled = new Set(); // a table with a unique key, in earnest

/** The others are there while two secrets count: so secrets change without a gap. */
function isSigned(request) {
  const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(request.body).digest('hex')}`);
  return ['X-Service-Signature', 'X-Service-Signature-Previous', 'X-Service-Signature-Next'].some((name) => {
    const received = Buffer.from(request.get(name) ?? '');
    return received.length === expected.length && timingSafeEqual(received, expected);
  });
}

const app = express();
// The bytes as they came: a body that was parsed and written again does not verify.
app.post('/hooks', express.raw({ type: 'application/json', limit: '1mb' }), (request, response) => {
  if (!Buffer.isBuffer(request.body) || !isSigned(request)) return response.sendStatus(401);
  response.sendStatus(204); // first say that you have it, then work: after 15 seconds it counts as lost
  const { id, event, ...rest } = JSON.parse(request.body);
  if (handled.has(id)) return console.log(`again ${event} ${id}`); // each comes at least once
  handled.add(id);
  console.log(`new ${event} ${id} ${JSON.stringify(rest)}`);
});
const server = app.listen(Number(port), '127.0.0.1', () =>
  console.log(`listening on ${server.address().port}`),
);
