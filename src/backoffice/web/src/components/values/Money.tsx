import { useTranslation } from 'react-i18next';

/** Integer cents as the API counts them, in reais. */
export function Money({ cents }: { readonly cents: number | null | undefined }) {
  const { i18n } = useTranslation();
  if (cents === null || cents === undefined) return <>–</>;
  return <span style={{ whiteSpace: 'nowrap' }}>{formatReais(cents / 100, i18n.language)}</span>;
}

/** An amount in reais, such as a submerchant's monthly revenue. */
export function formatReais(reais: number, language: string): string {
  return new Intl.NumberFormat(language, { style: 'currency', currency: 'BRL' }).format(reais);
}
