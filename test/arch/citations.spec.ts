import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

const ROOT = join(__dirname, '..', '..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
});
const CITING = /\.(ts|tsx|mjs|mts|js|cjs|yml|md)$|^Dockerfile$|^\.env\.example$|^\.ci\/run$/;
const GROUND = [
  'docs/specification.md',
  'docs/contract.md',
  'docs/contract-money.md',
  'test/arch/citations.spec.ts',
];
const files = listed.split('\n').filter((file) => CITING.test(file) && !GROUND.includes(file));

/** One spelling of each: `contract §6`, `specification, Legal representative`, `decision 0007`. */
const CONTRACT = /\bcontract §(\d+)/gi;
const SPECIFICATION = /\bspecification, (?!and\b)([A-Z][a-z]+)/g;
const DECISION = /\bdecision (\d{4})\b/gi;
/** A file or folder of src from the root; in a folder's own README also one of its files by the end of its path. */
const SOURCE = /`(src\/[\w./-]+?)\/?`/g;
const SOURCE_NEARBY = /`(src\/[\w./-]+?|[\w./-]+\.tsx?)\/?`/g;
const MISSPELT =
  /\b(?:service|contract)\.md §|(?<!\/)\bcontract\.md(?=[,;:)]| §)|\bservice\.md\b|\bdecision record \d/i;

function headings(file: string, pattern: RegExp): string[] {
  return [...read(file).matchAll(pattern)].map((match) => match[1] ?? '');
}

interface Citation {
  readonly file: string;
  readonly cited: string;
}

/** A citation may be broken by the end of a line inside a comment. */
function unfolded(file: string): string {
  return read(file).replace(/\n\s*(?:\*|\/\/|#|--)\s?/g, ' ');
}

function citations(pattern: RegExp): Citation[] {
  return files.flatMap((file) =>
    [...unfolded(file).matchAll(pattern)].map((match) => ({ file, cited: match[1] ?? '' })),
  );
}

describe('what comments cite ships with the code', () => {
  const existing = (file: string): boolean => listed.split('\n').includes(file);

  it('finds citations of each kind', () => {
    expect(citations(CONTRACT).length).toBeGreaterThan(100);
    expect(citations(SPECIFICATION).length).toBeGreaterThan(30);
  });

  it('every cited section of the contract exists', () => {
    const sections = ['docs/contract.md', 'docs/contract-money.md']
      .filter(existing)
      .flatMap((file) => headings(file, /^## (\d+)\. /gm));
    expect(citations(CONTRACT).filter(({ cited }) => !sections.includes(cited))).toEqual([]);
  });

  it('every cited section of the specification exists', () => {
    const first = headings('docs/specification.md', /^#+ ([A-Z][a-z]+)/gm);
    expect(citations(SPECIFICATION).filter(({ cited }) => !first.includes(cited))).toEqual([]);
  });

  it('every cited decision exists', () => {
    const records = listed.split('\n').flatMap((file) => /^docs\/decisions\/(\d{4})-/.exec(file)?.[1] ?? []);
    expect(citations(DECISION).filter(({ cited }) => !records.includes(cited))).toEqual([]);
  });

  it('every decision is cited by the code that it explains', () => {
    const code = citations(DECISION).filter(({ file }) => !file.endsWith('.md') && !file.startsWith('docs/'));
    const cited = new Set(code.map((citation) => citation.cited));
    const records = listed.split('\n').flatMap((file) => /^docs\/decisions\/(\d{4})-/.exec(file)?.[1] ?? []);
    expect(records.filter((record) => !cited.has(record))).toEqual([]);
  });

  it('every decision says when, what else there was, and what follows', () => {
    const parts = [
      /^Date: \d{4}-\d\d-\d\d\. Status: /m,
      /\*\*Context/,
      /\*\*Options/,
      /\*\*Decision/,
      /\*\*Consequences/,
    ];
    const files = listed.split('\n').filter((file) => file.startsWith('docs/decisions/') && existing(file));
    const incomplete = files.filter((file) => !parts.every((part) => part.test(read(file))));
    expect(incomplete).toEqual([]);
  });

  it('every source that a page cites is where it says', () => {
    const all = listed.split('\n');
    const isThere = (page: string, cited: string): boolean =>
      all.some((file) => file === cited || file.startsWith(`${cited}/`)) ||
      all.includes(posix.join(posix.dirname(page), cited)) ||
      all.some((file) => file.startsWith(`${posix.dirname(page)}/`) && file.endsWith(`/${cited}`));
    const pages = files.filter((file) => file.endsWith('.md'));
    const found = pages.flatMap((page) =>
      [...read(page).matchAll(page.startsWith('src/') ? SOURCE_NEARBY : SOURCE)].map(([, cited = '']) => ({
        page,
        cited,
      })),
    );
    expect(found.length).toBeGreaterThan(60);
    expect(found.filter(({ page, cited }) => !isThere(page, cited))).toEqual([]);
  });

  it('nothing is cited in another spelling', () => {
    expect(files.filter((file) => MISSPELT.test(unfolded(file)))).toEqual([]);
  });
});
