import { verifyPostback } from '@repasse/sdk';
import express from 'express';

const { WEBHOOK_SECRET: secret, PORT: port = '4000' } = process.env;
if (!secret) throw new Error('Set WEBHOOK_SECRET to the secret of the webhook endpoint (whsec_…).');
const handled = new Set(); // a table with a unique key, in earnest

const app = express();
// The bytes as they came: a body that was parsed and written again does not verify.
app.post('/hooks', express.raw({ type: 'application/json', limit: '1mb' }), (request, response) => {
  let notification;
  try {
    notification = verifyPostback(request.body, request.headers, secret);
  } catch (error) {
    console.log(`refused: ${error.message}`);
    return response.sendStatus(401);
  }
  response.sendStatus(204); // first say that you have it, then work: after 15 seconds it counts as lost
  const { id, event, ...rest } = notification;
  if (handled.has(id)) return console.log(`again ${event} ${id}`); // each comes at least once
  handled.add(id);
  console.log(`new ${event} ${id} ${JSON.stringify(rest)}`);
});
const server = app.listen(Number(port), '127.0.0.1', () =>
  console.log(`listening on ${server.address().port}`),
);
