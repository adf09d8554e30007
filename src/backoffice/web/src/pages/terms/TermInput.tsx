import { Checkbox, NativeSelect, NumberInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Field, Row } from './fields';
import type { TermText } from './use-term-text';

type Value = Row[string];

interface TermInputProps {
  readonly field: Field;
  readonly label: string;
  readonly text: TermText;
  /** As the API has it: cents, percent. Undefined: nothing is chosen. */
  readonly value: Value | undefined;
  readonly onChange: (value: Value | undefined) => void;
  readonly error: string | undefined;
}

/** One field of a new term. */
export function TermInput({ field, label, text, value, onChange, error }: TermInputProps) {
  const { i18n } = useTranslation();
  const absent = field.absent === undefined ? '' : text.word(field.absent);
  if (field.as === 'yes')
    return (
      <Checkbox
        label={label}
        checked={value === true}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    );
  if (field.as === 'word')
    return (
      <NativeSelect
        label={label}
        error={error}
        value={typeof value === 'string' ? value : ''}
        onChange={({ currentTarget }) =>
          onChange(currentTarget.value === '' ? undefined : currentTarget.value)
        }
        data={[
          { value: '', label: absent },
          ...(field.words ?? []).map((word) => ({ value: word, label: text.word(word) })),
        ]}
      />
    );
  const isMoney = field.as === 'money';
  return (
    <NumberInput
      label={label}
      error={error}
      placeholder={absent}
      min={0}
      max={isMoney ? 99_999_999.99 : (field.max ?? 100)}
      decimalScale={isMoney ? 2 : field.as === 'percentage' ? 4 : 0}
      fixedDecimalScale={isMoney}
      allowDecimal={field.as !== 'count'}
      decimalSeparator={i18n.language === 'en' ? '.' : ','}
      thousandSeparator={i18n.language === 'en' ? ',' : '.'}
      {...(isMoney ? { prefix: 'R$ ' } : field.as === 'percentage' ? { suffix: ' %' } : {})}
      value={typeof value === 'number' ? (isMoney ? value / 100 : value) : ''}
      onChange={(typed) => {
        // A text where the number would lose what was typed: "1.50".
        const number = typed === '' ? Number.NaN : Number(typed);
        if (Number.isNaN(number)) onChange(undefined);
        else onChange(isMoney ? Math.round(number * 100) : number);
      }}
    />
  );
}
