import { useTranslation } from 'react-i18next';
import type charges from '../../i18n/pt-BR/charges.json';

/** A code in words; what is newer than this page is shown as it came. */
export function useCodeText(): (group: 'step', code: string) => string {
  const { t } = useTranslation('charges');
  return (group, code) => t(`${group}.${code as keyof (typeof charges)['step']}`, { defaultValue: code });
}
