import { signal } from './signal';

/** What an operator chose for this browser; the colour scheme is kept by Mantine beside it. */
interface Preferences {
  readonly language: 'pt-BR' | 'en' | null;
  readonly shortcuts: boolean;
  /** The navigation shows its icons only. */
  readonly slimNavigation: boolean;
}

const KEY = 'repasse.preferences';
const DEFAULTS: Preferences = { language: null, shortcuts: true, slimNavigation: false };
const current = signal(read());

function read(): Preferences {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Preferences>;
    return {
      language: stored.language === 'pt-BR' || stored.language === 'en' ? stored.language : null,
      shortcuts: stored.shortcuts !== false,
      slimNavigation: stored.slimNavigation === true,
    };
  } catch {
    // Storage that is switched off or holds something else: the page works, it only forgets.
    return DEFAULTS;
  }
}

export function preferences(): Preferences {
  return current.get();
}

export function usePreferences(): Preferences {
  return current.use();
}

export function changePreferences(change: Partial<Preferences>): void {
  const changed = { ...current.get(), ...change };
  try {
    localStorage.setItem(KEY, JSON.stringify(changed));
  } catch {
    // See read().
  }
  current.set(changed);
}

// The same choices in every tab.
window.addEventListener('storage', ({ key }) => {
  if (key === KEY) current.set(read());
});
