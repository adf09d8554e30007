import { useTranslation } from 'react-i18next';
import type terms from '../../i18n/pt-BR/terms.json';
import { formatReais } from '../../components/values/Money';
import { type Field, FIELDS, type Kind, type Row } from './fields';

type Value = Row[string];

export interface TermText {
  readonly kind: (kind: Kind) => string;
  readonly field: (kind: Kind, name: string) => string;
  readonly label: (value: string) => string;
  /** What a field of a row says. */
  readonly value: (field: Field, value: Value) => string;
  /** A whole row as one line: name and value of each field. */
  readonly line: (kind: Kind, row: Row) => string;
}

/** Terms in the page's language; a value newer than this page is shown as it came. */
export function useTermText(): TermText {
  const { t, i18n } = useTranslation('terms');
  const label = (code: string): string =>
    t(`label.${code as keyof typeof terms.label}`, { defaultValue: code });
  const field = (kind: Kind, name: string): string => {
    const ofKind = `${kind}_${name}` as keyof typeof terms.field;
    return t([`field.${ofKind}`, `field.${name as keyof typeof terms.field}`]);
  };
  const value = ({ as, absent }: Field, shown: Value): string => {
    if (shown === null) return absent === undefined ? '–' : label(absent);
    if (as === 'yes') return label(shown === true ? 'yes' : 'no');
    if (as === 'money') return formatReais(Number(shown) / 100, i18n.language);
    if (as === 'percentage')
      return `${new Intl.NumberFormat(i18n.language, { minimumFractionDigits: 2, maximumFractionDigits: 4 }).format(Number(shown))} %`;
    return as === 'choice' ? label(String(shown)) : String(shown);
  };
  return {
    kind: (kind) => t(`kind.${kind}`),
    field,
    label,
    value,
    line: (kind, row) =>
      FIELDS[kind].map((one) => `${field(kind, one.name)}: ${value(one, row[one.name] ?? null)}`).join(' · '),
  };
}
