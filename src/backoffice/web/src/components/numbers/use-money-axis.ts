import { useTranslation } from 'react-i18next';

/** The vertical axis of a chart of reais: short, so that the chart has room on a narrow screen. */
export function useMoneyAxis() {
  const { i18n } = useTranslation();
  const short = new Intl.NumberFormat(i18n.language, { notation: 'compact', maximumFractionDigits: 1 });
  return { width: 56, tickFormatter: (reais: number) => short.format(reais) };
}
