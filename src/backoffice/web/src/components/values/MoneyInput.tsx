import { NumberInput, type NumberInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface MoneyInputProps extends Pick<
  NumberInputProps,
  'label' | 'description' | 'error' | 'placeholder' | 'required'
> {
  /** In cents; undefined: nothing is typed. */
  readonly value: number | undefined;
  readonly onChange: (cents: number | undefined) => void;
  /** Of a dialog: the focus goes here when it opens. */
  readonly isFirst?: boolean;
}

/** The most that the API takes, in reais. */
const MAX_REAIS = 99_999_999.99;

/** An amount, typed in reais as the language writes them. */
export function MoneyInput({ value, onChange, isFirst = false, ...props }: MoneyInputProps) {
  const { i18n } = useTranslation();
  return (
    <NumberInput
      {...props}
      data-autofocus={isFirst || undefined}
      min={0}
      max={MAX_REAIS}
      decimalScale={2}
      fixedDecimalScale
      decimalSeparator={i18n.language === 'en' ? '.' : ','}
      thousandSeparator={i18n.language === 'en' ? ',' : '.'}
      prefix="R$ "
      value={value === undefined ? '' : value / 100}
      onChange={(typed) => {
        // A text where the number would lose what was typed: "1.50".
        const reais = typed === '' ? Number.NaN : Number(typed);
        onChange(Number.isNaN(reais) ? undefined : Math.round(reais * 100));
      }}
    />
  );
}
