import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { loadCode } from '../app/load-code';
import { signal } from '../app/signal';
import { useShortcut } from '../shortcuts/use-shortcut';

const ShortcutsList = lazy(async () => ({
  default: (await loadCode(() => import('./ShortcutsList'))).ShortcutsList,
}));
const isOpen = signal(false);

export function openShortcutsDialog(): void {
  isOpen.set(true);
}

/** `?`: what the keys do on the page below. */
export function ShortcutsDialog() {
  const { t } = useTranslation();
  const opened = isOpen.use();
  useShortcut('?', t('shortcuts.list'), openShortcutsDialog);
  return (
    <Suspense fallback={null}>{opened ? <ShortcutsList onClose={() => isOpen.set(false)} /> : null}</Suspense>
  );
}
