import { strictEqual } from 'node:assert/strict';
import { getPixPayloadInfo, isValidPixPayload } from '@brazilian-utils/brazilian-utils';
import fc from 'fast-check';
import { hasError, isStaticPix, parsePix } from 'pix-utils';
import { brCode, txidOf } from './br-code';
import { crc16 } from './crc16';

const KEY = '123e4567-e12b-42d1-a456-426655440000';

describe('crc16', () => {
  it('is CRC-16/CCITT-FALSE: the published check value', () => {
    expect(crc16('123456789')).toBe('29B1');
  });
});

describe('brCode', () => {
  const code = brCode({
    key: KEY,
    merchantName: 'Padaria São João & Filhos Ltda',
    merchantCity: 'São Paulo',
    amountCents: 12_345,
    txid: 'ABC123',
  });

  it('writes key, amount, plain name and city, and the txid', () => {
    expect(code).toContain(`0014br.gov.bcb.pix0136${KEY}`);
    expect(code).toContain('5406123.45');
    expect(code).toContain('5925Padaria Sao Joao & Filhos');
    expect(code).toContain('6009Sao Paulo');
    expect(code).toContain('62100506ABC123');
  });

  it('is read by an independent library as it was written', () => {
    expect(isValidPixPayload(code)).toBe(true);
    expect(getPixPayloadInfo(code)).toMatchObject({
      amount: 123.45,
      merchantCity: 'Sao Paulo',
      txid: 'ABC123',
    });
  });

  it('a second independent library reads every field as it was written, and writes the same code', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9_999_999_999 }), fc.uuid(), (amountCents, id) => {
        const txid = txidOf(id);
        const text = brCode({
          key: KEY,
          merchantName: 'PADARIA SÃO JOÃO & FILHOS LTDA',
          merchantCity: 'SÃO JOSÉ DOS CAMPOS',
          amountCents,
          txid,
        });
        const read = parsePix(text);
        if (hasError(read) || !isStaticPix(read)) throw new Error('it is no static Pix code');
        expect(read).toMatchObject({
          pixKey: KEY,
          merchantName: 'PADARIA SAO JOAO & FILHOS',
          merchantCity: 'SAO JOSE DOS CA',
          transactionAmount: amountCents / 100,
          transactionCurrency: '986',
          countryCode: 'BR',
          txid,
        });
        strictEqual(read.toBRCode(), text);
      }),
      { numRuns: 500 },
    );
  });

  it('another character anywhere, and the checksum no longer agrees', () => {
    fc.assert(
      fc.property(fc.nat({ max: code.length - 1 }), fc.stringMatching(/^[0-9A-Za-z]$/), (at, other) => {
        fc.pre(code[at] !== other);
        const spoilt = code.slice(0, at) + other + code.slice(at + 1);
        expect(crc16(spoilt.slice(0, -4))).not.toBe(spoilt.slice(-4));
      }),
      { numRuns: 500 },
    );
  });

  it('is valid for every amount, name, city and charge id', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9_999_999_999 }),
        fc.string({ unit: 'grapheme', maxLength: 60 }),
        fc.string({ unit: 'grapheme', maxLength: 60 }),
        fc.uuid(),
        (amountCents, merchantName, merchantCity, id) => {
          const text = brCode({ key: KEY, merchantName, merchantCity, amountCents, txid: txidOf(id) });
          return isValidPixPayload(text) && /^[\x20-\x7e]+$/.test(text);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('refuses a txid that a static code cannot hold', () => {
    const fields = { key: KEY, merchantName: 'a', merchantCity: 'b', amountCents: 1 };
    expect(() => brCode({ ...fields, txid: '' })).toThrow(RangeError);
    expect(() => brCode({ ...fields, txid: 'x'.repeat(26) })).toThrow(RangeError);
    expect(() => brCode({ ...fields, txid: 'a-b' })).toThrow(RangeError);
  });
});

describe('txidOf', () => {
  it('is 25 characters and tells every charge apart', () => {
    expect(txidOf('00000000-0000-0000-0000-000000000001')).toBe('0000000000000000000000001');
    fc.assert(
      fc.property(fc.uuid(), fc.uuid(), (a, b) => {
        const [x, y] = [txidOf(a), txidOf(b)];
        return /^[0-9A-Z]{25}$/.test(x) && (x === y) === (a.toLowerCase() === b.toLowerCase());
      }),
    );
  });
});
