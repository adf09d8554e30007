import { NativeSelect, Stack, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Schema } from '../api/types';

export type ReasonCode = Schema<'ReasonBody'>['code'];

/** The verdicts on one document (contract §5). */
export const DOCUMENT_REASONS = [
  'unreadable',
  'cropped',
  'wrong_type',
  'missing_page',
  'expired',
  'name_mismatch',
  'tax_id_mismatch',
  'address_mismatch',
  'too_old',
  'selfie_mismatch',
  'password_protected',
  'suspected_forgery',
  'other',
] as const satisfies readonly Schema<'RejectDocumentBody'>['code'][];

/** The reasons for a case: these and those of documents. */
export const CASE_REASONS = [
  'data_mismatch',
  'missing_information',
  'duplicate_registration',
  'prohibited_activity',
  'sanctions_list',
  'high_risk',
  'not_eligible',
  ...DOCUMENT_REASONS,
] as const satisfies readonly ReasonCode[];

/** A merchant sees these as `other`, without the message. */
const CONFIDENTIAL: readonly ReasonCode[] = ['suspected_forgery', 'sanctions_list', 'high_risk'];

export interface Reason {
  readonly code: ReasonCode | '';
  readonly message: string;
  /** A field, document or partner that it is about. */
  readonly target?: string;
}

interface ReasonFieldsProps {
  readonly value: Reason;
  readonly onChange: (value: Reason) => void;
  readonly codes: readonly ReasonCode[];
  /** Set once the operator tried to go on without a code. */
  readonly showMissing?: boolean;
  /** Of a dialog: the focus goes here when it opens. */
  readonly isFirst?: boolean;
}

/** One coded reason with a message for the merchant. */
export function ReasonFields({
  value,
  onChange,
  codes,
  showMissing = false,
  isFirst = false,
}: ReasonFieldsProps) {
  const { t } = useTranslation();
  return (
    <Stack gap="xs">
      <NativeSelect
        label={t('reason.code')}
        required
        data-autofocus={isFirst || undefined}
        value={value.code}
        error={showMissing && value.code === '' ? t('reason.needCode') : undefined}
        onChange={({ currentTarget }) =>
          onChange({ ...value, code: codes.find((code) => code === currentTarget.value) ?? '' })
        }
        data={[
          { value: '', label: '—' },
          ...codes.map((code) => ({ value: code, label: t(`reason.codes.${code}`) })),
        ]}
      />
      <Textarea
        label={t('reason.message')}
        description={
          value.code !== '' && CONFIDENTIAL.includes(value.code)
            ? t('reason.confidential')
            : t('reason.messageHint')
        }
        autosize
        minRows={2}
        maxRows={8}
        maxLength={2_000}
        value={value.message}
        onChange={({ currentTarget }) => onChange({ ...value, message: currentTarget.value })}
      />
    </Stack>
  );
}
