import { Checkbox, NativeSelect, NumberInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { MoneyInput } from '../../components/values/MoneyInput';
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
  const absent = field.absent === undefined ? '' : text.label(field.absent);
  if (field.as === 'yes')
    return (
      <Checkbox
        label={label}
        checked={value === true}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    );
  if (field.as === 'choice')
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
          ...(field.choices ?? []).map((choice) => ({ value: choice, label: text.label(choice) })),
        ]}
      />
    );
  if (field.as === 'money')
    return (
      <MoneyInput
        label={label}
        error={error}
        placeholder={absent}
        value={typeof value === 'number' ? value : undefined}
        onChange={onChange}
      />
    );
  return (
    <NumberInput
      label={label}
      error={error}
      placeholder={absent}
      min={0}
      max={field.max ?? 100}
      decimalScale={field.as === 'percentage' ? 4 : 0}
      allowDecimal={field.as !== 'count'}
      decimalSeparator={i18n.language === 'en' ? '.' : ','}
      thousandSeparator={i18n.language === 'en' ? ',' : '.'}
      {...(field.as === 'percentage' ? { suffix: ' %' } : {})}
      value={typeof value === 'number' ? value : ''}
      onChange={(typed) => {
        // A text where the number would lose what was typed: "1.50".
        const number = typed === '' ? Number.NaN : Number(typed);
        onChange(Number.isNaN(number) ? undefined : number);
      }}
    />
  );
}
