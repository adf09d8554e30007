import { Group, Skeleton, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Resource } from '../../api/types';
import { useList, useResource } from '../../api/use-api';
import { ErrorAlert } from '../../components/ErrorAlert';
import { Section } from '../../components/Section';
import type kase from '../../i18n/pt-BR/case.json';
import { useMayChange } from '../session';
import classes from './Requirements.module.css';
import { UploadButton } from './UploadButton';

type Requirement = Resource<'/v1/submerchants/{id}/requirements'>['items'][number];
type DocumentType = keyof typeof kase.documentType;

const isOpen = ({ status }: Requirement): boolean => status !== 'satisfied' && status !== 'recommended';

interface RequirementsProps {
  readonly seller: Resource<'/v1/submerchants/{id}'>;
}

/** What the registration needs, with a button where a file settles it. */
export function Requirements({ seller }: RequirementsProps) {
  const { t } = useTranslation('portal');
  const path = { id: seller.id };
  const query = useResource('/v1/submerchants/{id}/requirements', { path });
  const partners = useList('/v1/submerchants/{id}/legal-representatives', { path, query: { limit: 100 } });
  const names = new Map(partners.data?.items.map(({ id, name }) => [id, name]));
  const items = query.data?.items ?? [];
  return (
    <Section title={t('seller.requirements')} description={t('seller.requirementsText')}>
      <ErrorAlert error={query.error} retry={() => void query.refetch()} />
      {query.data === undefined && !query.isError ? <Skeleton h={160} /> : null}
      {query.data !== undefined && !items.some(isOpen) ? <Text size="sm">{t('submit.ready')}</Text> : null}
      <Stack component="ul" gap={0} className={classes.list ?? ''}>
        {items
          .filter(({ status }) => status !== 'recommended')
          .map((item) => (
            <RequirementRow
              key={`${item.target} ${item.legal_representative_id ?? ''}`}
              item={item}
              sellerId={seller.id}
              partner={names.get(item.legal_representative_id ?? '') ?? null}
            />
          ))}
      </Stack>
    </Section>
  );
}

interface RowProps {
  readonly item: Requirement;
  readonly sellerId: string;
  readonly partner: string | null;
}

function RequirementRow({ item, sellerId, partner }: RowProps) {
  const { t } = useTranslation(['portal', 'case']);
  const mayChange = useMayChange();
  const isFile = item.action?.path.endsWith('/documents') ?? false;
  const what = useWhat(item);
  const name = partner === null ? what : `${what} (${partner})`;
  return (
    <Group component="li" justify="space-between" gap="sm" wrap="wrap" className={classes.row ?? ''}>
      <div className={classes.what}>
        <Text size="sm" fw={500}>
          {what}
          {partner === null ? null : <bdi> · {partner}</bdi>}
        </Text>
        <Text size="xs" c="dimmed">
          {t(`case:requirementStatus.${item.status}`)}
        </Text>
      </div>
      {isFile && mayChange ? (
        <UploadButton
          sellerId={sellerId}
          type={item.target}
          partnerId={item.legal_representative_id}
          what={name}
        />
      ) : isOpen(item) && item.status !== 'pending' ? (
        <Text size="xs" c="dimmed">
          {t('portal:upload.elsewhere')}
        </Text>
      ) : null}
    </Group>
  );
}

/** The requirement in the page's language; one that is newer than the page as the API says it. */
function useWhat({ code, target, message }: Requirement): string {
  const { t, i18n } = useTranslation('case');
  if (i18n.exists(`case:documentType.${target}`)) return t(`documentType.${target as DocumentType}`);
  if (code === 'legal_representative_required' || code === 'address_required')
    return t(`requirement.${code}`);
  return message;
}
