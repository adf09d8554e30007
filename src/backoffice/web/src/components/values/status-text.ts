import { useTranslation } from 'react-i18next';
import type common from '../../i18n/pt-BR/common.json';

/** A status that the pages have a word for. */
export type Status = keyof typeof common.status;

/** Whose status it is. In Portuguese the word follows the gender of this noun: um saque cancelado, uma cobrança cancelada. */
const GENDERS = {
  account: 'feminine',
  anticipation: 'feminine',
  call: 'feminine',
  charge: 'feminine',
  day: 'masculine',
  delivery: 'feminine',
  destination: 'masculine',
  difference: 'feminine',
  dispute: 'feminine',
  document: 'masculine',
  endpoint: 'masculine',
  hold: 'feminine',
  key: 'feminine',
  merchant: 'masculine',
  operator: 'masculine',
  payment: 'masculine',
  receivable: 'masculine',
  refund: 'masculine',
  secondFactor: 'masculine',
  seller: 'masculine',
  wallet: 'feminine',
  withdrawal: 'masculine',
} as const;

/** What has a status. */
export type StatusNoun = keyof typeof GENDERS;

/** Says a status of something in words; an unknown one, newer than the page, as it came. */
export function useStatusText(): (of: StatusNoun, status: string) => string {
  const { t, i18n } = useTranslation();
  return (of, status) => {
    const groups = GENDERS[of] === 'feminine' ? ['statusFeminine', 'status'] : ['status'];
    const key = groups.map((group) => `${group}.${status}`).find((one) => i18n.exists(one));
    return key === undefined ? status : (t as (key: string) => string)(key);
  };
}
