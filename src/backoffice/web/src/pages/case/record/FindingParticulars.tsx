import { Text } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { TextLink } from '../../../components/links';
import { dayText } from '../../../components/values/days';
import { useLabels } from '../labels';
import type { Finding } from '../work/case-types';

/** What a finding says besides its name, in the language of the page. */
export function FindingParticulars({ finding }: { readonly finding: Finding }) {
  const text = useParticulars(finding);
  if (text === null) return null;
  return (
    <Text size="xs" c="dimmed" span style={{ overflowWrap: 'anywhere' }}>
      {text}
    </Text>
  );
}

/** Null where the name of the finding says it all. */
function useParticulars({ code, params }: Finding): ReactNode {
  const { t, i18n } = useTranslation('case');
  const number = new Intl.NumberFormat(i18n.language);
  const { mcc = '', expected_mcc: expected, declared_type: declared = '', actual_type: actual } = params;
  switch (code) {
    case 'mcc_cnae_mismatch':
      return typeof expected === 'string'
        ? t('particulars.mccOther', { mcc, expected })
        : t('particulars.mccNone', { mcc });
    case 'shares_exceed_100':
      return t('particulars.shares', { percentage: number.format(params.percentage ?? 0) });
    case 'document_expiring':
      return t('particulars.lastDay', { day: dayText(params.last_day ?? '', i18n.language) });
    case 'document_old':
      return t('particulars.sentBefore', { count: params.days ?? 0 });
    case 'extension_mismatch':
      return t('particulars.declared', { declared });
    case 'content_mismatch':
      return typeof actual === 'string'
        ? t('particulars.typeOther', { declared, actual })
        : t('particulars.typeNone', { declared });
    case 'size_mismatch': {
      const bytes = number.format(params.declared_size ?? 0);
      return typeof params.actual_size === 'number'
        ? t('particulars.sizeOther', { declared: bytes, actual: number.format(params.actual_size) })
        : t('particulars.sizeOver', { declared: bytes });
    }
    case 'duplicate_tax_id':
    case 'duplicate_file':
      return <Others params={params} />;
    default:
      return null;
  }
}

/** The records that have the same, each with the way to its case. */
function Others({ params: { others = [], has_more } }: Pick<Finding, 'params'>) {
  const { t } = useTranslation('case');
  const labels = useLabels();
  return (
    <>
      {t('particulars.also')}{' '}
      {others.map(
        ({ submerchant_id: id, submerchant_name: name, status, document_id, document_type }, at) => (
          <Fragment key={document_id ?? id}>
            {at === 0 ? '' : ', '}
            {document_type === undefined ? '' : `${labels.of('documentType', document_type)}: `}
            <TextLink to="/cases/$id" params={{ id }} search={{ document: document_id }} size="xs">
              <bdi>{name}</bdi>
            </TextLink>
            {status === undefined ? '' : ` (${labels.status(status)})`}
          </Fragment>
        ),
      )}
      {has_more === true ? ` ${t('particulars.more')}` : ''}
    </>
  );
}
