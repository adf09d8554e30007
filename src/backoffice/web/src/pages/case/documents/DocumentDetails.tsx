import { Alert, Anchor, Badge, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DateTime, Day } from '../../../components/values/DateTime';
import { StatusBadge } from '../../../components/values/StatusBadge';
import classes from '../Case.module.css';
import { useCase } from '../case-context';
import type { CaseDocument } from '../work/case-types';
import { useLabels } from '../labels';
import { FindingList } from '../record/FindingList';
import { TaxNumber } from '../record/TaxNumber';
import { DocumentVerdict } from './DocumentVerdict';
import { documentName } from '../work/group-documents';

/** What is known of a document besides its file, and what may be decided. */
export function DocumentDetails({ document }: { readonly document: CaseDocument }) {
  const { t } = useTranslation('case');
  const { caseDetails, documents } = useCase();
  const labels = useLabels();
  const name = documentName(document, caseDetails, labels);
  return (
    <Stack gap={6}>
      <Group justify="space-between" gap="xs" align="flex-start">
        <Group gap={6} miw={0}>
          <h2 className={classes.documentTitle}>{name}</h2>
          <Text size="sm" c="dimmed" span>
            {t('documents.place', { place: documents.place, total: documents.ordered.length })}
          </Text>
          <StatusBadge of="document" status={document.status} />
          {document.resent ? (
            <Badge color="violet" title={t('documents.resentHint')}>
              {t('documents.resent')}
            </Badge>
          ) : null}
        </Group>
        <DocumentVerdict document={document} />
      </Group>
      <ReplacedNotice document={document} />
      <Rejection document={document} />
      <FindingList target={document.id} what={name} />
      <Facts document={document} />
    </Stack>
  );
}

function ReplacedNotice({ document }: { readonly document: CaseDocument }) {
  const { t } = useTranslation('case');
  const { caseDetails, documents } = useCase();
  if (document.replaced_at === null) return null;
  const current = caseDetails.documents.find(
    ({ type, legal_representative_id, replaced_at }) =>
      replaced_at === null &&
      type === document.type &&
      legal_representative_id === document.legal_representative_id,
  );
  return (
    <Alert variant="light" color="yellow" p="xs">
      <Text size="sm" span>
        {t('documents.replaced')} <DateTime at={document.replaced_at} />.{' '}
        {current === undefined ? null : (
          <Anchor component="button" type="button" size="sm" onClick={() => documents.choose(current.id)}>
            {t('documents.showCurrent')}
          </Anchor>
        )}
      </Text>
    </Alert>
  );
}

function Rejection({ document: { rejection } }: { readonly document: CaseDocument }) {
  const { t } = useTranslation('case');
  const labels = useLabels();
  if (rejection === null) return null;
  return (
    <Text size="sm">
      {t('documents.rejectedFor', { reason: labels.reason(rejection.code) })}
      {rejection.message === null ? null : ` – ${rejection.message}`}
    </Text>
  );
}

function Facts({ document }: { readonly document: CaseDocument }) {
  const { t, i18n } = useTranslation('case');
  const { reveal } = useCase();
  const whole = reveal.numbers?.documents.find(({ id }) => id === document.id)?.number;
  const kilobytes = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 0 });
  const isOver = document.status === 'expired';
  return (
    <dl className={classes.facts} aria-label={t('documents.details')}>
      <Fact name={t('documents.file')}>
        <bdi>{document.file_name}</bdi> ({kilobytes.format(Math.ceil(document.file_size / 1_024))} KiB)
      </Fact>
      {document.number === null ? null : (
        <Fact name={t('documents.number')}>
          <TaxNumber masked={document.number} whole={whole} what={t('documents.number')} />
        </Fact>
      )}
      {document.expires_at === null ? null : (
        <Fact name={isOver ? t('documents.expired') : t('documents.expires')}>
          <Day date={document.expires_at} />
        </Fact>
      )}
      <Fact name={t('documents.sent')}>
        <DateTime at={document.created_at} />
      </Fact>
      {document.verified_at === null ? null : (
        <Fact name={t('documents.decided')}>
          <DateTime at={document.verified_at} />
        </Fact>
      )}
      {document.notes === null ? null : <Fact name={t('documents.merchantNotes')}>{document.notes}</Fact>}
    </dl>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: React.ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
