import { ActionIcon, Badge, List, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Day } from '../../../components/DateTime';
import { Icon } from '../../../components/Icon';
import { formatReais } from '../../../components/Money';
import { useCase } from '../case-context';
import { useLabels } from '../labels';
import { fieldLabel, type RecordField } from '../marks/places';
import { Field, FieldGroup } from './Field';
import { TaxNumber } from './TaxNumber';

/** The record itself, in the groups in which a reviewer looks at it. */
export function RecordFields() {
  const { t, i18n } = useTranslation(['case', 'common']);
  const { file, reveal } = useCase();
  const isPerson = file.entity_type === 'pf';
  const reais = (amount: number | null) => (amount === null ? null : formatReais(amount, i18n.language));
  return (
    <>
      <FieldGroup title={t('case:record.identity')}>
        <RecordValue field="legal_name" value={file.legal_name} />
        <RecordValue field="trade_name" value={file.trade_name} />
        <RecordValue
          field="tax_id"
          value={
            <TaxNumber masked={file.tax_id} whole={reveal.numbers?.tax_id} what={t('case:field.tax_id')} />
          }
        />
        {isPerson || file.birth_date !== null ? (
          <RecordValue
            field="birth_date"
            value={file.birth_date === null ? null : <Day date={file.birth_date} />}
          />
        ) : null}
        {isPerson || file.mother_name !== null ? (
          <RecordValue field="mother_name" value={file.mother_name} />
        ) : null}
        <RecordValue field="business_type" value={file.business_type} />
      </FieldGroup>
      <FieldGroup title={t('case:record.activity')}>
        <RecordValue field="cnaes" value={<Activities />} isEmpty={file.cnaes.length === 0} />
        <RecordValue
          field="mcc"
          value={<Category />}
          isEmpty={file.mcc === null}
          aside={<ChangeCategory />}
        />
        <RecordValue field="product_categories" value={file.product_categories.join(', ')} />
      </FieldGroup>
      <FieldGroup title={t('case:record.contact')}>
        <RecordValue field="email" value={file.email} />
        <RecordValue field="phone" value={file.phone} />
      </FieldGroup>
      <FieldGroup title={t('case:record.volume')}>
        <RecordValue field="average_ticket" value={reais(file.average_ticket)} />
        <RecordValue field="monthly_revenue" value={reais(file.monthly_revenue)} />
      </FieldGroup>
    </>
  );
}

function RecordValue({
  field,
  value,
  isEmpty = false,
  aside,
}: {
  readonly field: RecordField;
  readonly value: React.ReactNode;
  readonly isEmpty?: boolean;
  readonly aside?: React.ReactNode;
}) {
  const { t } = useTranslation(['case', 'common']);
  const { file } = useCase();
  return (
    <Field
      label={fieldLabel(field, file, t)}
      place={field}
      target={field}
      value={isEmpty ? null : value}
      aside={aside}
    />
  );
}

function Activities() {
  const { t } = useTranslation('case');
  const { file } = useCase();
  return (
    <List listStyleType="none" size="sm" spacing={2}>
      {file.cnaes.map(({ code, description, is_primary }) => (
        <List.Item key={code}>
          {code} {description}{' '}
          {is_primary ? (
            <Badge size="sm" color="gray">
              {t('primaryActivity')}
            </Badge>
          ) : null}
        </List.Item>
      ))}
    </List>
  );
}

function Category() {
  const { file } = useCase();
  const labels = useLabels();
  return (
    <Stack gap={0}>
      <Text size="sm">{file.mcc}</Text>
      {file.mcc_source === null ? null : (
        <Text size="xs" c="dimmed">
          {labels.of('mccSource', file.mcc_source)}
        </Text>
      )}
    </Stack>
  );
}

/** Not while a decision waits for its second operator: any change would make it void. */
function ChangeCategory() {
  const { t } = useTranslation('case');
  const { file, mayDecide, dialog } = useCase();
  const isHeld = file.claim !== null && !file.claim.mine;
  if (!mayDecide || isHeld || file.awaiting_second !== null) return null;
  return (
    <ActionIcon size={26} aria-label={t('mcc.change')} onClick={() => dialog.open('mcc')}>
      <Icon name="settings" size={15} />
    </ActionIcon>
  );
}
