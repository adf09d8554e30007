import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { preferences } from '../app/preferences';
import { isolated } from './isolate';

export const LANGUAGES = ['pt-BR', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

/** One file a language and page, each a chunk of its own. */
const files = import.meta.glob<{ default: Record<string, unknown> }>('./{pt-BR,en}/*.json');

/** The language chosen in the settings, else English for an English browser, else Portuguese. */
function firstLanguage(): Language {
  return preferences().language ?? (navigator.language.toLowerCase().startsWith('en') ? 'en' : 'pt-BR');
}

export async function startTexts(): Promise<void> {
  i18next.on('languageChanged', (language) => {
    document.documentElement.lang = language;
  });
  await i18next
    .use({
      type: 'backend' as const,
      callbackApi: false,
      init: () => undefined,
      read: async (language: string, namespace: string) => {
        const load = files[`./${language}/${namespace}.json`];
        if (load === undefined) throw new Error(`No texts ${language}/${namespace}.`);
        return (await load()).default;
      },
    })
    .use(initReactI18next)
    .init({
      lng: firstLanguage(),
      supportedLngs: [...LANGUAGES],
      // Both languages have every text (a test says so): nothing is ever looked up in another one.
      fallbackLng: false,
      load: 'currentOnly',
      ns: ['common'],
      defaultNS: 'common',
      // React escapes what it shows; here a value is kept from turning the direction of its sentence.
      interpolation: { escapeValue: true, escape: isolated },
      react: { useSuspense: true },
    });
}

/** For the loader of a page's route: its texts come beside its code, not after it. */
export function loadTexts(...namespaces: string[]): () => Promise<void> {
  return () => i18next.loadNamespaces(namespaces);
}

export async function changeLanguage(language: Language): Promise<void> {
  await i18next.changeLanguage(language);
}
