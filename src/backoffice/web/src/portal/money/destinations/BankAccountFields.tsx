import { Group, NativeSelect, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { valuesOf } from '../../../app/search';
import type { Schema } from '../../../api/types';
import { BankChoice } from './BankChoice';
import type { Field, FieldsProps } from './draft';

type AccountType = NonNullable<Schema<'DestinationResponse'>['account_type']>;

const ACCOUNT_TYPES = valuesOf<AccountType>({ checking: true, savings: true, payment: true });

/** A bank account, with its holder as the bank knows it. */
export function BankAccountFields({ draft, set, errorOf }: FieldsProps) {
  const { t } = useTranslation('portal-money');
  const text = (field: Field, maxLength: number, inputMode?: 'numeric') => ({
    required: true,
    maxLength,
    autoComplete: 'off',
    ...(inputMode === undefined ? {} : { inputMode }),
    value: draft[field],
    error: errorOf(field),
    onChange: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) =>
      set({ [field]: currentTarget.value }),
  });
  return (
    <>
      <BankChoice
        value={draft.bank_code}
        onChange={(bank_code) => set({ bank_code })}
        error={errorOf('bank_code')}
      />
      <Group gap="xs" align="flex-start" grow>
        <TextInput label={t('destination.branch')} {...text('branch', 5, 'numeric')} />
        <TextInput label={t('destination.account')} {...text('account', 13, 'numeric')} />
        <TextInput label={t('destination.digit')} {...text('account_digit', 2)} />
      </Group>
      <NativeSelect
        label={t('destination.accountType')}
        required
        value={draft.account_type}
        error={errorOf('account_type')}
        onChange={({ currentTarget }) => set({ account_type: currentTarget.value })}
        data={[
          { value: '', label: t('destination.choose') },
          ...ACCOUNT_TYPES.map((value) => ({ value, label: t(`destination.accountTypes.${value}`) })),
        ]}
      />
      <TextInput label={t('destination.holder')} {...text('holder_name', 200)} />
      <TextInput
        label={t('destination.holderTaxId')}
        description={t('destination.holderTaxIdHint')}
        {...text('holder_tax_id', 14)}
      />
    </>
  );
}
