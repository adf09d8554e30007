import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../components/values/CopyButton';
import classes from '../Case.module.css';

interface TaxNumberProps {
  /** As the API masks it: stars, and the last characters. */
  readonly masked: string;
  /** The whole number, once it is revealed. */
  readonly whole: string | undefined;
  readonly what: string;
}

/** A CPF or CNPJ, masked until somebody asks for it. */
export function TaxNumber({ masked, whole, what }: TaxNumberProps) {
  const { t } = useTranslation('case');
  if (whole !== undefined) {
    return (
      <span className={classes.number}>
        <Text span size="sm" ff="monospace">
          {punctuated(whole)}
        </Text>
        <CopyButton value={whole} what={what} />
      </span>
    );
  }
  const end = masked.replaceAll('*', '');
  // A document's number that is no tax number is not masked.
  if (end === masked) return <span>{masked}</span>;
  return (
    <span>
      <Text span size="sm" ff="monospace" aria-hidden="true">
        {masked.replaceAll('*', '•')}
      </Text>
      <span className="visually-hidden">{t('reveal.masked', { end })}</span>
    </span>
  );
}

/** 123.456.789-09 and 12.ABC.345/0001-95; anything else as it is. */
export function punctuated(number: string): string {
  if (/^\d{11}$/.test(number)) return number.replace(/^(...)(...)(...)(..)$/, '$1.$2.$3-$4');
  if (/^[0-9A-Z]{12}\d{2}$/.test(number))
    return number.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5');
  return number;
}
