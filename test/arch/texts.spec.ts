import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(__dirname, '..', '..', 'src', 'backoffice', 'web', 'src', 'i18n');
/** Which plural forms a text needs is a matter of its language. */
const PLURAL = /_(zero|one|two|few|many|other)$/;

interface Texts {
  readonly [key: string]: string | Texts;
}

function textsOf(language: string, file: string): Record<string, string> {
  const flatten = (texts: Texts, prefix: string): [string, string][] =>
    Object.entries(texts).flatMap(([key, value]) =>
      typeof value === 'string' ? [[`${prefix}${key}`, value]] : flatten(value, `${prefix}${key}.`),
    );
  return Object.fromEntries(
    flatten(JSON.parse(readFileSync(join(FOLDER, language, file), 'utf8')) as Texts, ''),
  );
}

const filesOf = (language: string) => readdirSync(join(FOLDER, language)).sort();
const withoutPlural = (keys: string[]) => [...new Set(keys.map((key) => key.replace(PLURAL, '')))].sort();
/** `{{count}}` and the like, which the code fills in. */
const gaps = (text: string) =>
  [...new Set([...text.matchAll(/\{\{-?\s*(\w+)[^}]*\}\}/g)].map(([, name]) => name))].sort();

/** That every key which the pages use exists is the compiler's business: src/backoffice/web/src/i18n/i18next.d.ts. */
describe('the texts of the pages', () => {
  it('are there in both languages, page by page', () => {
    expect(filesOf('en')).toEqual(filesOf('pt-BR'));
  });

  it.each(filesOf('pt-BR'))('%s has the same keys in both, with the same gaps, and no empty text', (file) => {
    const portuguese = textsOf('pt-BR', file);
    const english = textsOf('en', file);
    expect(withoutPlural(Object.keys(english))).toEqual(withoutPlural(Object.keys(portuguese)));
    for (const [key, text] of [...Object.entries(portuguese), ...Object.entries(english)]) {
      expect([key, text.trim()]).not.toEqual([key, '']);
      // A singular may leave the number out.
      const other = english[key];
      if (other !== undefined && portuguese[key] !== undefined && !key.endsWith('_one')) {
        expect([key, gaps(other)]).toEqual([key, gaps(portuguese[key])]);
      }
    }
  });

  it.each(['pt-BR', 'en'])('%s has each plural with "one" and "other"', (language) => {
    for (const file of filesOf(language)) {
      const keys = Object.keys(textsOf(language, file));
      for (const key of keys.filter((found) => PLURAL.test(found))) {
        const stem = key.replace(PLURAL, '');
        expect([file, key, keys.includes(`${stem}_one`), keys.includes(`${stem}_other`)]).toEqual([
          file,
          key,
          true,
          true,
        ]);
      }
    }
  });
});
