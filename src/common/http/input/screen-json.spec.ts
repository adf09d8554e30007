import { strictEqual } from 'node:assert/strict';
import fc from 'fast-check';
import { propertyRuns } from '../../../../test/support/property-runs';
import { findJsonFault, type JsonFault, MAX_JSON_LEVELS, MAX_JSON_VALUES } from './screen-json';

/** JSON that may repeat names: what JSON.parse loses. */
type Node =
  | { readonly kind: 'leaf'; readonly text: string }
  | { readonly kind: 'array'; readonly items: readonly Node[] }
  | { readonly kind: 'object'; readonly members: readonly (readonly [name: string, value: Node])[] };

/** Names as they may be spelt: plain, escaped, with what could be taken for the end of a string. */
const NAMES = [
  '"a"',
  '"b"',
  '"\\u0061"',
  '"\\u0062"',
  '""',
  '"\\""',
  '"\\\\"',
  '"a\\\\"',
  '"{"',
  '"é"',
  '"\\u00e9"',
];
const LEAVES = [
  '1',
  '-0.5e3',
  'true',
  'null',
  '""',
  '"x"',
  '"[{\\"a\\":1,"',
  '"\\\\"',
  '"a,b:c]}"',
  '"\\\\\\""',
];

const { node } = fc.letrec<{ node: Node }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 6, withCrossShrink: true },
    fc.constantFrom(...LEAVES).map((text): Node => ({ kind: 'leaf', text })),
    fc.array(tie('node'), { maxLength: 4 }).map((items): Node => ({ kind: 'array', items })),
    fc
      .array(fc.tuple(fc.constantFrom(...NAMES), tie('node')), { maxLength: 4 })
      .map((members): Node => ({ kind: 'object', members })),
  ),
}));

function render(tree: Node, blank: string): string {
  if (tree.kind === 'leaf') return tree.text;
  if (tree.kind === 'array')
    return `[${blank}${tree.items.map((item) => render(item, blank)).join(`${blank},${blank}`)}${blank}]`;
  const members = tree.members.map(([name, value]) => `${name}${blank}:${blank}${render(value, blank)}`);
  return `{${blank}${members.join(`,${blank}`)}${blank}}`;
}

/** The same verdict, the plain way. */
function repeats(tree: Node): boolean {
  if (tree.kind === 'leaf') return false;
  if (tree.kind === 'array') return tree.items.some(repeats);
  const names = tree.members.map(([name]) => JSON.parse(name) as string);
  return new Set(names).size < names.length || tree.members.some(([, value]) => repeats(value));
}

function valuesOf(tree: Node): number {
  if (tree.kind === 'leaf') return 1;
  const parts = tree.kind === 'array' ? tree.items : tree.members.map(([, value]) => value);
  return 1 + parts.reduce((sum, part) => sum + valuesOf(part), 0);
}

describe('the screen before JSON is parsed (contract §1)', () => {
  it('finds a repeated name exactly where a plain look at the tree does', () => {
    const blanks = fc.constantFrom('', ' ', '\n\t ');
    fc.assert(
      fc.property(node, blanks, (tree, blank) => {
        const text = render(tree, blank);
        expect(() => JSON.parse(text) as unknown).not.toThrow();
        strictEqual(findJsonFault(text), repeats(tree) ? 'repeated_name' : null);
      }),
      { numRuns: propertyRuns(5_000) },
    );
  });

  it('counts every value once, so that the bound is met to the one', () => {
    fc.assert(
      fc.property(
        node.filter((tree) => !repeats(tree)),
        (tree) => {
          const padding = MAX_JSON_VALUES - 1 - valuesOf(tree);
          const fill = (count: number) => `[${render(tree, '')}${',0'.repeat(count)}]`;
          expect(findJsonFault(fill(padding))).toBeNull();
          strictEqual(findJsonFault(fill(padding + 1)), 'too_many_values');
        },
      ),
      { numRuns: propertyRuns(500) },
    );
  });

  it.each(['[', '{"a":'])('takes %j so many times, and not once more', (open) => {
    const nested = (levels: number) => `${open.repeat(levels)}1${(open === '[' ? ']' : '}').repeat(levels)}`;
    expect(findJsonFault(nested(MAX_JSON_LEVELS))).toBeNull();
    expect(findJsonFault(nested(MAX_JSON_LEVELS + 1))).toBe('too_deep');
    expect(findJsonFault(open.repeat(50_000))).toBe('too_deep');
  });

  it.each<[string, JsonFault | null]>([
    ['{"amount":10000,"amount":1}', 'repeated_name'],
    ['{"amount":10000,"amo\\u0075nt":1}', 'repeated_name'],
    ['{"a":{"x":1},"b":{"x":1},"c":[{"x":1},{"x":1}]}', null],
    ['{"a":{"b":1},"b":1,"a":2}', 'repeated_name'],
    ['{"__proto__":1,"__proto__":2}', 'repeated_name'],
    ['', null],
    ['{"a', null],
    ['"\\', null],
    [']]]]{"a":1,"a":1}', 'repeated_name'],
  ])('%s: %s', (text, fault) => {
    expect(findJsonFault(text)).toBe(fault);
  });

  it('never throws, whatever the text', () => {
    const pieces = fc.constantFrom('{', '}', '[', ']', '"', '\\', ',', ':', 'a', '1', ' ', '\\u00', '"a":');
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
        findJsonFault(parts.join(''));
      }),
      { numRuns: propertyRuns(5_000) },
    );
  });
});
