import 'reflect-metadata';
import type { ArgumentMetadata, Type } from '@nestjs/common';
import { CodedError, type ErrorDetail } from '../../errors';
import {
  ArrayField,
  BooleanField,
  CentsField,
  DateOnlyField,
  DateTimeField,
  EmailField,
  EnumField,
  FreeTextField,
  MetadataField,
  NumberField,
  ObjectField,
  PhoneField,
  TextField,
  TextListField,
  UrlField,
  UuidField,
} from '../../validation';
import { InputPipe, PatchBody } from './validation.pipe';

class Item {
  static made = 0;

  constructor() {
    Item.made += 1;
  }

  @TextField({ max: 5 })
  name: string;

  @NumberField({ min: 0, max: 10, decimals: 2, optional: true })
  quantity?: number;
}

class Body {
  @TextField({ max: 10 })
  name: string;

  @CentsField({ optional: true })
  amount?: number;

  @ArrayField(() => Item, { min: 1, max: 3, optional: true })
  items?: Item[];

  @ArrayField(() => Item, { min: 0, max: 3, isCut: true, optional: true })
  rules?: Item[];

  @ObjectField(() => Item, { optional: true })
  main?: Item;

  @EmailField({ optional: true })
  email?: string;

  @DateOnlyField({ optional: true, past: true })
  born?: string;

  @DateTimeField({ optional: true })
  expires_at?: string;

  @PhoneField({ optional: true })
  phone?: string;

  @UrlField({ optional: true })
  url?: string;

  @UuidField({ optional: true })
  id?: string;

  @EnumField(['a', 'b'], { optional: true })
  kind?: string;

  @BooleanField({ optional: true })
  flag?: boolean;

  @FreeTextField({ optional: true, max: 20 })
  notes?: string;

  @TextListField({ optional: true, maxItems: 2, maxLength: 3 })
  tags?: string[];

  @MetadataField({ optional: true })
  metadata?: Record<string, unknown>;
}

@PatchBody()
class Patch {
  @TextField({ max: 10, omittable: true })
  name?: string;

  @TextField({ max: 10, optional: true })
  nick?: string | null;
}

const pipe = new InputPipe();
const read = (type: ArgumentMetadata['type'], metatype: Type, value: unknown) =>
  pipe.transform(value, { type, metatype });

function faults(type: ArgumentMetadata['type'], metatype: Type, value: unknown): string[] {
  try {
    read(type, metatype, value);
    return [];
  } catch (error) {
    if (!(error instanceof CodedError)) throw error;
    expect(error.code).toBe('VALIDATION_FAILED');
    return (error.details ?? []).map((detail: ErrorDetail) => `${detail.field} ${detail.code}`);
  }
}

const bodyFaults = (value: unknown) => faults('body', Body, value);

describe('bodies', () => {
  it('names every wrong field at once, by its path', () => {
    expect(
      bodyFaults({
        amount: '100',
        items: [{ name: 'ok' }, { name: 'too long' }, 7],
        main: 'x',
        extra: 1,
      }).sort(),
    ).toEqual(
      [
        'amount invalid_type',
        'extra unknown_field',
        'items[1].name too_long',
        'items[2] invalid_type',
        'main invalid_type',
        'name required',
      ].sort(),
    );
  });

  it('refuses unknown fields at every depth', () => {
    expect(bodyFaults({ name: 'x', items: [{ name: 'a', prize: 1 }] })).toEqual([
      'items[0].prize unknown_field',
    ]);
  });

  it.each([
    ['a string', 'x'],
    ['a number', 1],
    ['an array', []],
    ['true', true],
  ])('refuses %s in place of the object', (_what, value) => {
    expect(bodyFaults(value)).toEqual([' invalid_type']);
  });

  it.each(['__proto__', 'constructor', 'prototype'])('refuses the key %s wherever it stands', (key) => {
    expect(bodyFaults(JSON.parse(`{"name":"x","${key}":{"a":1}}`))).toEqual([`${key} unknown_field`]);
    expect(bodyFaults(JSON.parse(`{"name":"x","metadata":{"${key}":"1"}}`))).toEqual([
      `metadata.${key} unknown_field`,
    ]);
  });

  it.each([
    ['a list that is too long', 'items', Array.from({ length: 4_000 }, () => ({})), 'items too_many'],
    ['a list in place of an object', 'main', Array.from({ length: 4_000 }, () => ({})), 'main invalid_type'],
    ['a list in an element', 'items', [Array.from({ length: 4_000 }, () => ({}))], 'items[0] invalid_type'],
    ['a list of texts that is too long', 'tags', Array.from({ length: 4_000 }, () => 'a'), 'tags too_many'],
  ])('makes no instance of what is refused: %s', (_what, name, value, fault) => {
    const before = Item.made;
    expect(bodyFaults({ name: 'x', [name]: value })).toEqual([fault]);
    expect(Item.made).toBe(before);
  });

  it('leaves one element too many of a list whose length another rule refuses', () => {
    const before = Item.made;
    const rules = Array(4_000).fill({ name: 'x' }) as object[];
    expect(read('body', Body, { name: 'x', rules })).toMatchObject({ rules: rules.slice(0, 4) });
    expect(bodyFaults({ name: 1, rules })).toEqual(['name invalid_type']);
    expect(Item.made - before).toBeLessThanOrEqual(12);
  });

  it('counts null as absent where a field is optional, and as missing where it is not', () => {
    expect(read('body', Body, { name: 'x', amount: null })).toEqual({ name: 'x' });
    expect(bodyFaults({ name: null })).toEqual(['name required']);
  });

  it.each([
    ['amount', '100', 'invalid_type'],
    ['amount', 1.5, 'invalid_type'],
    ['amount', -1, 'too_small'],
    ['amount', 0, 'too_small'],
    ['amount', 10_000_000_000, 'too_large'],
    ['amount', 1e400, 'invalid_type'],
    ['amount', true, 'invalid_type'],
    ['amount', [1], 'invalid_type'],
    ['name', '', 'empty'],
    ['name', '   ', 'empty'],
    ['name', 'a\u0000b', 'invalid_characters'],
    ['name', 'a\nb', 'invalid_characters'],
    ['name', 'a\ud800b', 'invalid_characters'],
    ['name', 'a\u202eb', 'invalid_characters'],
    ['name', 'a\u200bb', 'invalid_characters'],
    ['name', 'a\u00adb', 'invalid_characters'],
    ['name', 'a\u2066b', 'invalid_characters'],
    ['name', '\ufeffb\ufeff.', 'invalid_characters'],
    ['name', '\u200d', 'empty'],
    ['name', ' \u200d\u0301\u200c', 'empty'],
    ['name', 12, 'invalid_type'],
    ['name', {}, 'invalid_type'],
    ['email', 'nobody', 'invalid_email'],
    ['email', `${'a'.repeat(250)}@x.io`, 'too_long'],
    ['born', '2023-02-29', 'invalid_date'],
    ['born', '2999-01-01', 'not_in_past'],
    ['born', '23-01-01', 'invalid_date'],
    ['expires_at', '2026-13-01', 'invalid_date'],
    ['expires_at', '2026-01-01T25:00:00Z', 'invalid_date'],
    ['phone', '+5511999999999', 'invalid_digits'],
    ['phone', '1234567', 'invalid_digits'],
    ['url', 'ftp://x.io/a', 'invalid_url'],
    ['url', 'https://a..x.io/', 'invalid_url'],
    ['url', 'https://.x.io/', 'invalid_url'],
    ['url', 'javascript:alert(1)', 'invalid_url'],
    ['url', 'https://me:pw@x.io/', 'url_with_credentials'],
    ['url', `https://x.io/${'a'.repeat(2_048)}`, 'too_long'],
    ['id', 'x', 'invalid_uuid'],
    ['kind', 'c', 'not_allowed'],
    ['flag', 'true', 'invalid_type'],
    ['notes', 'a\u0007', 'invalid_characters'],
    ['notes', 'a\u202e', 'invalid_characters'],
    ['notes', `a${'\u0301'.repeat(31)}`, 'invalid_characters'],
    ['email', 'an\u200da@example.com', 'invalid_email'],
    ['url', 'https://exam\u200dple.com/', 'invalid_url'],
    ['tags', 'a', 'invalid_type'],
    ['tags', ['a', 'b', 'c'], 'too_many'],
    ['metadata', [], 'invalid_type'],
    ['items', {}, 'invalid_type'],
    ['items', [], 'too_few'],
    ['items', [1, 2, 3, 4], 'too_many'],
  ])('%s: %j is refused with %s', (name, value, code) => {
    expect(bodyFaults({ name: 'x', [name]: value })).toEqual([`${name} ${code}`]);
  });

  it.each<[unknown, string]>([
    [{ a: { b: 1 } }, 'invalid_value'],
    [{ a: 2 ** 53 }, 'invalid_value'],
    [{ a: -(2 ** 53) }, 'invalid_value'],
    [JSON.parse('{"a":9007199254740993}'), 'invalid_value'],
    [JSON.parse('{"a":1e400}'), 'invalid_value'],
    [{ a: 1e20 }, 'invalid_value'],
    [{ ['k'.repeat(41)]: 'v' }, 'invalid_key'],
    [{ a: 'v'.repeat(501) }, 'invalid_value'],
  ])('the metadata %j is refused with %s at its key', (metadata, code) => {
    const [key = ''] = Object.keys(metadata as object);
    expect(bodyFaults({ name: 'x', metadata })).toEqual([`metadata.${key} ${code}`]);
  });

  it('names the wrong item of a list of texts', () => {
    expect(bodyFaults({ name: 'x', tags: ['abc', 'abcd'] })).toEqual(['tags[1] too_long']);
  });

  it('refuses what is dear to normalise before it is normalised', () => {
    const normalise = jest.spyOn(String.prototype, 'normalize');
    try {
      expect(bodyFaults({ name: `a${'\u0327\u0301'.repeat(60_000)}` })).toEqual(['name too_long']);
      expect(bodyFaults({ name: 'x', notes: `a${'\u0301\u0327'.repeat(18)}` })).toEqual([
        'notes invalid_characters',
      ]);
      const longest = Math.max(...normalise.mock.contexts.map((text) => String(text).length));
      expect(longest).toBe(1);
    } finally {
      normalise.mockRestore();
    }
  });

  it('keeps the joiners that names of some scripts are written with', () => {
    for (const name of ['ක්\u200dෂ', 'می\u200cخواهم']) expect(read('body', Body, { name })).toEqual({ name });
  });

  it('brings texts into NFC, trimmed', () => {
    expect(read('body', Body, { name: '  Cafe\u0301 ' })).toEqual({ name: 'Café' });
  });

  it('keeps what is right as it is', () => {
    const body = {
      name: 'x',
      amount: 9_999_999_999,
      items: [{ name: 'a', quantity: 0.25 }],
      born: '2000-02-29',
      expires_at: '2026-01-01T10:00:00-03:00',
      metadata: { a: 'b', n: 1, t: true, most: 2 ** 53 - 1, least: -(2 ** 53) + 1, part: 0.1 },
      notes: 'one\n\ttwo',
    };
    expect(read('body', Body, body)).toEqual(body);
  });
});

describe('PATCH bodies', () => {
  it('refuse an empty object', () => {
    expect(faults('body', Patch, {})).toEqual([' empty']);
  });

  it('keep null, which clears; a required field cannot be cleared', () => {
    expect(read('body', Patch, { nick: null })).toEqual({ nick: null });
    expect(faults('body', Patch, { name: null })).toEqual(['name required']);
  });
});
