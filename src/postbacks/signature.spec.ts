import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { formatSecret, serviceSignature, signatureHeaders } from './signature';

const secret = formatSecret(Buffer.alloc(32, 7));
const older = formatSecret(Buffer.alloc(32, 8));
const only = { first: secret, previous: null, next: null };
const body = '{"id":"1","text":"Olá, ção"}';
const message = { eventId: '0190a6a0-0000-7000-8000-000000000001', sentAt: new Date(), body };

describe('the signatures of a notification', () => {
  it('X-Service-Signature is the hexadecimal HMAC-SHA256 of the body under the whole secret', () => {
    const expected = createHmac('sha256', secret).update(body, 'utf8').digest('hex');
    expect(serviceSignature(secret, body)).toBe(`sha256=${expected}`);
    expect(signatureHeaders(message, only)).not.toHaveProperty('X-Service-Signature-Previous');
  });

  it('the public Standard Webhooks library verifies it', () => {
    const headers = { ...signatureHeaders(message, only) };
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
    expect(() => new Webhook(older).verify(body, headers)).toThrow();
    expect(() => new Webhook(secret).verify(body.replace('1', '2'), headers)).toThrow();
  });

  it('during the overlap both secrets verify', () => {
    const headers = { ...signatureHeaders(message, { first: secret, previous: older, next: null }) };
    expect(headers['X-Service-Signature-Previous']).toBe(serviceSignature(older, body));
    for (const each of [secret, older])
      expect(new Webhook(each).verify(body, headers)).toEqual(JSON.parse(body));
  });

  it('the previous one first: the new one has a header of its own, and the public library takes both', () => {
    const headers = { ...signatureHeaders(message, { first: older, previous: null, next: secret }) };
    expect(headers['X-Service-Signature']).toBe(serviceSignature(older, body));
    expect(headers['X-Service-Signature-Next']).toBe(serviceSignature(secret, body));
    expect(headers).not.toHaveProperty('X-Service-Signature-Previous');
    for (const each of [secret, older])
      expect(new Webhook(each).verify(body, headers)).toEqual(JSON.parse(body));
  });
});
