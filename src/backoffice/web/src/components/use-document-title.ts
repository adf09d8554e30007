import { useEffect } from 'react';
import { isolated } from '../i18n/isolate';

/** The window's title: what the page is, then the product. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${isolated(title)} · Repasse`;
  }, [title]);
}
