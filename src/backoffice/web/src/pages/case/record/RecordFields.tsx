import { ActionIcon, Badge, List, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Day } from '../../../components/values/DateTime';
import { Icon } from '../../../components/Icon';
import { formatReais } from '../../../components/values/Money';
import { useCase } from '../case-context';
import { useLabels } from '../labels';
import { fieldLabel, type RecordField } from '../marks/places';
import { Field, FieldGroup } from './Field';
import { TaxNumber } from './TaxNumber';

/** The record itself, in the groups in which a reviewer looks at it. */
export function RecordFields() {
  const { t, i18n } = useTranslation(['case', 'common']);
  const { caseDetails, reveal } = useCase();
  const isPerson = caseDetails.entity_type === 'pf';
  const reais = (amount: number | null) => (amount === null ? null : formatReais(amount, i18n.language));
  return (
    <>
      <FieldGroup title={t('case:record.identity')}>
        <RecordValue field="legal_name" value={caseDetails.legal_name} />
        <RecordValue field="trade_name" value={caseDetails.trade_name} />
        <RecordValue
          field="tax_id"
          value={
            <TaxNumber
              masked={caseDetails.tax_id}
              whole={reveal.numbers?.tax_id}
              what={t('case:field.tax_id')}
            />
          }
        />
        {isPerson || caseDetails.birth_date !== null ? (
          <RecordValue
            field="birth_date"
            value={caseDetails.birth_date === null ? null : <Day date={caseDetails.birth_date} />}
          />
        ) : null}
        {isPerson || caseDetails.mother_name !== null ? (
          <RecordValue field="mother_name" value={caseDetails.mother_name} />
        ) : null}
        <RecordValue field="business_type" value={caseDetails.business_type} />
      </FieldGroup>
      <FieldGroup title={t('case:record.activity')}>
        <RecordValue field="cnaes" value={<Activities />} isEmpty={caseDetails.cnaes.length === 0} />
        <RecordValue
          field="mcc"
          value={<Category />}
          isEmpty={caseDetails.mcc === null}
          aside={<ChangeCategory />}
        />
        <RecordValue field="product_categories" value={caseDetails.product_categories.join(', ')} />
      </FieldGroup>
      <FieldGroup title={t('case:record.contact')}>
        <RecordValue field="email" value={caseDetails.email} />
        <RecordValue field="phone" value={caseDetails.phone} />
      </FieldGroup>
      <FieldGroup title={t('case:record.volume')}>
        <RecordValue field="average_ticket" value={reais(caseDetails.average_ticket)} />
        <RecordValue field="monthly_revenue" value={reais(caseDetails.monthly_revenue)} />
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
  const { caseDetails } = useCase();
  return (
    <Field
      label={fieldLabel(field, caseDetails, t)}
      place={field}
      target={field}
      value={isEmpty ? null : value}
      aside={aside}
    />
  );
}

function Activities() {
  const { t } = useTranslation('case');
  const { caseDetails } = useCase();
  return (
    <List listStyleType="none" size="sm" spacing={2}>
      {caseDetails.cnaes.map(({ code, description, is_primary }) => (
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
  const { caseDetails } = useCase();
  const labels = useLabels();
  return (
    <Stack gap={0}>
      <Text size="sm">{caseDetails.mcc}</Text>
      {caseDetails.mcc_source === null ? null : (
        <Text size="xs" c="dimmed">
          {labels.of('mccSource', caseDetails.mcc_source)}
        </Text>
      )}
    </Stack>
  );
}

/** Not while a decision waits for its second operator: any change would make it void. */
function ChangeCategory() {
  const { t } = useTranslation('case');
  const { caseDetails, mayDecide, dialog } = useCase();
  const isHeld = caseDetails.claim !== null && !caseDetails.claim.mine;
  if (!mayDecide || isHeld || caseDetails.awaiting_second !== null) return null;
  return (
    <ActionIcon size={26} aria-label={t('mcc.change')} onClick={() => dialog.open('mcc')}>
      <Icon name="settings" size={15} />
    </ActionIcon>
  );
}
