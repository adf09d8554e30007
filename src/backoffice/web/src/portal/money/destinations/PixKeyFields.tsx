import { NativeSelect, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { valuesOf } from '../../../app/search';
import type { Schema } from '../../../api/types';
import type { FieldsProps } from './draft';

type KeyType = NonNullable<Schema<'DestinationResponse'>['pix_key_type']>;

const KEY_TYPES = valuesOf<KeyType>({ cpf: true, cnpj: true, email: true, phone: true, evp: true });

/** The key and its type, which is asked for: eleven digits may be a CPF or a phone. */
export function PixKeyFields({ draft, set, errorOf }: FieldsProps) {
  const { t } = useTranslation(['portal-money', 'money']);
  const chosen = KEY_TYPES.find((type) => type === draft.pix_key_type);
  return (
    <>
      <NativeSelect
        label={t('destination.keyType')}
        required
        value={draft.pix_key_type}
        error={errorOf('pix_key_type')}
        onChange={({ currentTarget }) => set({ pix_key_type: currentTarget.value })}
        data={[
          { value: '', label: t('destination.choose') },
          ...KEY_TYPES.map((value) => ({ value, label: t(`money:destination.key.${value}`) })),
        ]}
      />
      <TextInput
        label={t('money:destination.type.pix_key')}
        description={chosen === undefined ? undefined : t(`destination.keyHint.${chosen}`)}
        required
        maxLength={100}
        autoComplete="off"
        value={draft.pix_key}
        error={errorOf('pix_key')}
        onChange={({ currentTarget }) => set({ pix_key: currentTarget.value })}
      />
    </>
  );
}
