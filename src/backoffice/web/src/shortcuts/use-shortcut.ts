import { useEffect, useEffectEvent } from 'react';
import { usePreferences } from '../app/preferences';
import { type Shortcut, shortcuts } from './registry';

/**
 * Offers a key while this component is shown: `useShortcut('a', t('approve'), approve, { enabled: canApprove })`.
 * Inside a dialog give `scope: 'dialog'`.
 */
export function useShortcut(
  key: string,
  label: string,
  run: () => void,
  { enabled = true, scope = 'page' }: { enabled?: boolean; scope?: Shortcut['scope'] } = {},
): void {
  const latest = useEffectEvent(run);
  useEffect(() => {
    if (!enabled) return undefined;
    return shortcuts.add({ key, label, scope, run: () => latest() });
  }, [key, label, scope, enabled]);
}

/** Listens for all of them; used once, by the shell. Operators may switch them off (WCAG 2.1.4). */
export function useShortcutListener(): void {
  const { shortcuts: areOn } = usePreferences();
  useEffect(() => {
    if (!areOn) return undefined;
    const onKeyDown = (event: KeyboardEvent): void => {
      const found = shortcuts.match(event, document.querySelector('[aria-modal="true"]') !== null);
      if (found === null) return;
      event.preventDefault();
      found.run();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [areOn]);
}
