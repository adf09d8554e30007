import 'reflect-metadata';
import { randomInt } from 'node:crypto';
import type { Type } from '@nestjs/common';
import { getMetadataStorage } from 'class-validator';
import { type BodyField, fieldsOf } from '../../src/common/http/input/body-fields';
import { boundedBody } from '../../src/common/http/input/bounded-body';
import { libraryBody } from '../../src/common/http/input/library-body';
import { validBody } from '../../src/common/http/input/valid-body';
import { apiDocuments } from '../support/api-documents';
import { boletoBody, cardBody, pixBody } from '../support/charges';
import { Dice } from '../support/dice';

const BODIES = 100_000;
const DEEPEST = 3;

/** Of every kind, right for some field and wrong for most. */
const VALUES: readonly unknown[] = [
  ...[null, true, false, 0, 1, 7, 100, 2_035, 12.5, -1, 1_000, 250_000, 2 ** 53, 1e21],
  ...[
    '',
    ' ',
    'a',
    ' ab ',
    'São Paulo',
    'SP',
    '7',
    '10',
    'true',
    'x'.repeat(300),
    '{}',
    '\u202e',
    '0001',
    '123456',
  ],
  ...[
    '12345678909',
    '123.456.789-09',
    '11222333000181',
    '+5511912345678',
    '01310-100',
    '01310100',
    '0434201',
    '4111111111111111',
    '123',
    '12',
    '2035',
    'ANA SOUZA',
  ],
  ...[
    'a@example.com',
    'https://example.com/hook',
    'https://8.8.8.8/x',
    '018f8b1e-7f6d-7c3a-9d2e-0123456789ab',
  ],
  ...[
    '2026-11-20',
    '1990-01-31',
    '2026-13-01',
    '2026-11-20T12:00:00.000Z',
    '2099-01-01T00:00:00Z',
    '2099-12-31',
  ],
  ...['pix', 'credit_card', 'debit_card', 'boleto', 'pf', 'pj', 'tok_approved', 'Correct horse battery 9'],
  ...[
    [],
    ['a'],
    ['a', 'b'],
    [1],
    [null],
    ['https://example.com/a.pdf'],
    {},
    { a: 'b' },
    { a: { b: [1] } },
    { ' e\u0301 ': '  e\u0301  ', n: 1 },
    { a: 'b', ' a ': 'c' },
    { ' toString ': 'a' },
    [[]],
    [{}],
  ],
];

const CHARGES: readonly object[] = [pixBody(), cardBody(), boletoBody()];

/** Bodies of the service's own classes, mostly right: each field's value is mostly one that its own check takes. */
class Bodies {
  private readonly right = new Map<BodyField, readonly unknown[]>();

  constructor(
    private readonly dice: Dice,
    private readonly documented: ReadonlyMap<string, readonly unknown[]>,
  ) {}

  of(metatype: Type, depth = 0): Record<string, unknown> {
    const fields = [...fieldsOf(metatype).all];
    const isCharge = fields.some(([name]) => name === 'payment_method') && this.dice.below(2) === 0;
    // So much has to agree in a charge that one in ten thousand would be right by chance.
    const charge = isCharge ? this.dice.pick(CHARGES) : {};
    const names = new Set(fields.map(([name]) => name));
    const body: Record<string, unknown> = Object.fromEntries(
      Object.entries(charge).filter(([name]) => names.has(name)),
    );
    const share = isCharge ? this.dice.pick([0, 5, 20]) : this.dice.pick([100, 95, 80, 30]);
    for (const [name, field] of fields)
      if (this.dice.below(100) < share) body[name] = this.valueOf(name, field, body, depth);
    if (this.dice.below(100) === 0) body['not_a_field'] = 1;
    return body;
  }

  private valueOf(name: string, field: BodyField, body: object, depth: number): unknown {
    const { shape } = field;
    if (this.dice.below(100) < 2) return this.dice.pick(VALUES);
    if (shape?.of === undefined) return this.dice.pick(this.rightFor(name, field));
    if (depth === DEEPEST) return null;
    const part = (): unknown => this.of(shape.of!(body), depth + 1);
    if (shape.maxItems === null) return part();
    return Array.from({ length: this.dice.pick([1, 2, 3, Math.min(shape.maxItems + 2, 22)]) }, part);
  }

  private rightFor(name: string, field: BodyField): readonly unknown[] {
    const found = this.right.get(field);
    if (found !== undefined) return found;
    const all = [...VALUES, ...(this.documented.get(name) ?? [])];
    const taken = all.filter((value) => {
      const normal = field.normalise === null ? value : field.normalise(value);
      return field.checks.every((check) => check(normal, {}));
    });
    const right = taken.length > 0 ? taken : all;
    this.right.set(field, right);
    return right;
  }
}

/** The values that the documents name for fields and parameters of each name: listed ones and examples. */
function documentedValues(documents: object): Map<string, unknown[]> {
  const values = new Map<string, unknown[]>();
  const note = (name: string, { enum: listed, example, items }: Documented): void => {
    const found = [
      ...(listed ?? []),
      ...(items?.enum ?? []),
      ...(items?.enum === undefined ? [] : [[items.enum[0]]]),
    ];
    values.set(name, [...(values.get(name) ?? []), ...found, ...(example === undefined ? [] : [example])]);
  };
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { properties, name, schema } = node as Record<string, unknown>;
    for (const [field, schema] of Object.entries((properties ?? {}) as Record<string, Documented>))
      note(field, schema);
    if (typeof name === 'string' && schema !== undefined) note(name, schema as Documented);
    Object.values(node).forEach(walk);
  };
  walk(documents);
  return values;
}

interface Documented {
  readonly enum?: readonly unknown[];
  readonly example?: unknown;
  readonly items?: { readonly enum?: readonly unknown[] };
}

/** A value as text, with the classes that its parts are of and its fields in their order. */
function textOf(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? [part.constructor.name, ...Object.entries(part)]
      : part,
  );
}

describe('a body that is right, made without the libraries (decision 0029)', () => {
  let classes: Type[];
  let documented: Map<string, unknown[]>;

  beforeAll(async () => {
    documented = documentedValues(await apiDocuments());
    const { validationMetadatas } = getMetadataStorage() as unknown as {
      validationMetadatas: Map<Type, { name?: string }[]>;
    };
    classes = [...validationMetadatas]
      .filter(([, rules]) => rules.some(({ name }) => name === 'field'))
      .map(([of]) => of);
  });

  it('every class of bodies and queries is made of our own fields alone', () => {
    expect(classes.length).toBeGreaterThan(50);
    expect(classes.filter((each) => !fieldsOf(each).isOurs).map(({ name }) => name)).toEqual([]);
  });

  it(`is what they make, and is refused when they refuse it: ${BODIES} bodies`, () => {
    const seed = randomInt(2 ** 31);
    const dice = new Dice(seed);
    const bodies = new Bodies(dice, documented);
    const right = new Map(classes.map((each) => [each, 0]));
    for (let count = 0; count < BODIES; count += 1) {
      const metatype = classes[count % classes.length]!;
      const text = JSON.stringify(bodies.of(metatype));
      const sent = JSON.parse(text) as object;
      const own = validBody(metatype, sent);
      if (JSON.stringify(sent) !== text) throw new Error(`seed ${seed}: ${text} was changed`);
      const { plain, unknown } = boundedBody(metatype, sent);
      const { body, faults } = libraryBody(metatype, plain);
      const wanted = unknown.length + faults.length === 0 ? body : null;
      if (textOf(own) !== textOf(wanted))
        throw new Error(
          `seed ${seed}, ${metatype.name}: of ${text} was made ${textOf(own)}, not ${textOf(wanted)}`,
        );
      if (own !== null) right.set(metatype, right.get(metatype)! + 1);
    }
    const never = [...right].filter(([, times]) => times === 0).map(([{ name }]) => name);
    expect({ seed, never }).toEqual({ seed, never: [] });
  });
});
