import { useTranslation } from 'react-i18next';

/** A share of 1 in percent; a dash where there is none. */
export function useRate(): (rate: number | null) => string {
  const { i18n } = useTranslation();
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 1 });
  return (rate) => (rate === null ? '–' : percent.format(rate));
}
