import { type RefObject, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useShortcut } from '../../shortcuts/use-shortcut';

/** j and k move through the rows of a list, Enter opens the one last reached. */
export function useRowKeys(body: RefObject<HTMLElement | null>, enabled: boolean): void {
  const { t } = useTranslation();
  const reached = useRef(0);
  const links = (): HTMLElement[] => [
    ...(body.current?.querySelectorAll<HTMLElement>('[data-row-link]') ?? []),
  ];

  const move = (step: number): void => {
    const all = links();
    const at = all.findIndex((link) => link === document.activeElement);
    const next =
      at === -1
        ? Math.min(reached.current, all.length - 1)
        : Math.max(0, Math.min(all.length - 1, at + step));
    reached.current = next;
    all[next]?.focus();
    all[next]?.scrollIntoView({ block: 'nearest' });
  };
  useShortcut('j', t('list.nextRow'), () => move(1), { enabled });
  useShortcut('k', t('list.previousRow'), () => move(-1), { enabled });
  useShortcut('Enter', t('list.openRow'), () => links()[reached.current]?.click(), { enabled });
}
