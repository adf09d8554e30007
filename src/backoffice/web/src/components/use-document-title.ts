import { useEffect } from 'react';

/** The window's title: what the page is, then the product. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Repasse`;
  }, [title]);
}
