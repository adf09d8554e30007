import 'reflect-metadata';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as ts from 'typescript';
import { apiDocuments } from '../support/api-documents';
import { typesOf } from '../support/api-types';

const COMMON = `amount: 15000, product_type: 'physical', items: [{ name: 'Caderno', quantity: 1, unit_price: 15000 }]`;
const PAYER = `customer: { name: 'Ana', email: 'ana@example.com', type: 'individual', tax_id: '52998224725' }`;
const NAMELESS = `customer: { name: 'Ana', email: 'ana@example.com', type: 'individual' }`;
const request = (fields: string, payer = PAYER) =>
  `export const body: Schemas['CreateChargeBody'] = { ${COMMON}, ${payer}, ${fields} };`;
const answer = (method: string, read: string) =>
  `export const read = (charge: Schemas['ChargeResponse']) =>
     charge.payment_method === '${method}' ? charge.payment_details.${read} : null;`;

const CASES: readonly (readonly [name: string, source: string, isTaken: boolean])[] = [
  ['a pix', request(`payment_method: 'pix', payment_details: { expires_in: 900 }`), true],
  ['a pix without details', request(`payment_method: 'pix'`), true],
  ['a pix with a card', request(`payment_method: 'pix', payment_details: { card_token: 'tok_x' }`), false],
  ['a card', request(`payment_method: 'credit_card', payment_details: { card_token: 'tok_x' }`), true],
  ['a card without details', request(`payment_method: 'credit_card'`), false],
  [
    'a card that expires',
    request(`payment_method: 'credit_card', payment_details: { expires_in: 9 }`),
    false,
  ],
  ['a debit card', request(`payment_method: 'debit_card', payment_details: { card_token: 'tok_x' }`), true],
  [
    'a debit card not captured',
    request(`payment_method: 'debit_card', payment_details: { card_token: 'tok_x', capture: false }`),
    false,
  ],
  ['a boleto', request(`payment_method: 'boleto', payment_details: { instructions: ['x'] }`), true],
  ['a boleto of a payer without tax number', request(`payment_method: 'boleto'`, NAMELESS), false],
  ['a method that there is not', request(`payment_method: 'cash'`), false],
  ['a field that there is not', request(`payment_method: 'pix', amuont: 1`), false],
  ['the code of a pix', answer('pix', 'qr_code'), true],
  ['the digits of a pix', answer('pix', 'last4'), false],
  ['the digits of a card', answer('credit_card', 'last4'), true],
  ['the line of a boleto', answer('boleto', 'digitable_line'), true],
  ['the code of a boleto', answer('boleto', 'qr_code'), false],
];

describe('the types that the document gives a client know what each payment method takes and answers', () => {
  const folder = mkdtempSync(join(tmpdir(), 'charge-types-'));
  const refused = new Set<string>();
  const fileOf = (index: number) => join(folder, `case-${index}.ts`);

  beforeAll(async () => {
    writeFileSync(join(folder, 'api.d.ts'), typesOf((await apiDocuments()).openapi));
    const header = `import type { components } from './api';\ntype Schemas = components['schemas'];\n`;
    CASES.forEach(([, source], index) => writeFileSync(fileOf(index), header + source));
    const program = ts.createProgram({
      rootNames: CASES.map((_, index) => fileOf(index)),
      options: { strict: true, noEmit: true, types: [], target: ts.ScriptTarget.ES2023 },
    });
    expect(program.getOptionsDiagnostics()).toEqual([]);
    for (const { file } of ts.getPreEmitDiagnostics(program)) refused.add(file?.fileName ?? 'the program');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each(CASES.map(([name, , isTaken], index) => ({ name, isTaken, index })))(
    '$name: $isTaken',
    ({ index, isTaken }) => {
      expect(refused).not.toContain('the program');
      expect(refused.has(fileOf(index))).toBe(!isTaken);
    },
  );
});
