import { useTranslation } from 'react-i18next';
import type money from '../../i18n/pt-BR/money.json';

/** What an account of a book is called: `available`, `fees:withdrawal`, or `clearing:sandbox`, which has the name of a provider. */
export function useAccountName(): (account: string) => string {
  const { t } = useTranslation('money');
  return (account) => {
    const [head = '', tail] = account.split(':');
    const wallet = t(`account.${head as keyof typeof money.account}`, { defaultValue: head });
    const name = t(`bookAccount.${head as keyof typeof money.bookAccount}`, { defaultValue: wallet });
    if (tail === undefined) return name;
    const part =
      head === 'fees' ? t(`fees.${tail as keyof typeof money.fees}`, { defaultValue: tail }) : tail;
    return `${name} · ${part}`;
  };
}
