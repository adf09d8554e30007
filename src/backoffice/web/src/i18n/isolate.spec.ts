import i18next from 'i18next';
import { isolated } from './isolate';

describe('a value within a sentence', () => {
  it.each(['Padaria Estrela Ltda', 'açaí & cia', 'R$ 10,00', '日本', ''])('%j stays as it is', (value) => {
    expect(isolated(value)).toBe(value);
  });

  it('from right to left it is isolated', () => {
    expect(isolated('مخبز')).toBe('\u2068مخبز\u2069');
    expect(isolated('מאפייה 24')).toBe('\u2068מאפייה 24\u2069');
  });

  it('marks that turn the direction go: none of them reaches the words around it', () => {
    expect(isolated('Bank \u202eadat')).toBe('\u2068Bank adat\u2069');
    expect(isolated('x\u2069\u202e y')).toBe('\u2068x y\u2069');
  });

  it('every sentence of the pages does so with what is put into it', async () => {
    const texts = i18next.createInstance();
    await texts.init({
      lng: 'en',
      resources: { en: { translation: { decided: '{{who}} decided {{count}}' } } },
      interpolation: { escapeValue: true, escape: isolated },
    });
    const text = texts.t as unknown as (key: string, values: object) => string;
    expect(text('decided', { who: 'a\u202eb', count: 2 })).toBe('\u2068ab\u2069 decided 2');
    expect(text('decided', { who: '<b> & $& $1', count: 2 })).toBe('<b> & $& $1 decided 2');
  });
});
