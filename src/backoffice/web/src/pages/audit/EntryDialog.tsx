import { Modal, Stack, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Schema } from '../../api/types';
import { CodeBlock } from '../../components/values/CodeBlock';
import { DateTime } from '../../components/values/DateTime';
import { Identifier } from '../../components/values/Identifier';
import { TextLink } from '../../components/links';
import { useAuditText } from './audit-text';
import { TargetLink, targetPage } from './TargetLink';

interface EntryDialogProps {
  readonly entry: Schema<'AuditEntryResponse'> | null;
  readonly onClose: () => void;
}

/** One entry, whole. */
export function EntryDialog({ entry, onClose }: EntryDialogProps) {
  const { t } = useTranslation(['audit', 'common']);
  return (
    <Modal
      opened={entry !== null}
      onClose={onClose}
      size="lg"
      title={entry === null ? '' : t('entry', { sequence: entry.sequence })}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      {entry === null ? null : <Entry entry={entry} />}
    </Modal>
  );
}

function Entry({ entry }: { readonly entry: Schema<'AuditEntryResponse'> }) {
  const { t } = useTranslation('audit');
  const text = useAuditText();
  const { action, actor, at, target, merchant_id, merchant_name, details, mac } = entry;
  const facts = [
    [t('column.at'), <DateTime key="at" at={at} />],
    [t('column.action'), `${text.action(action)} (${action})`],
    [t('column.actor'), text.actor(actor)],
    ...(target === null
      ? []
      : [
          [
            text.target(target.type),
            <Stack key="target" gap={2}>
              {target.name === null && targetPage(target, merchant_id) === null ? null : (
                <TargetLink target={target} merchantId={merchant_id} />
              )}
              <Identifier value={target.id} what={t('column.target')} />
            </Stack>,
          ],
        ]),
    ...(merchant_id === null
      ? []
      : [
          [
            t('target.merchant'),
            <TextLink key="merchant" to="/merchants/$id" params={{ id: merchant_id }} size="sm">
              <bdi>{merchant_name ?? merchant_id}</bdi>
            </TextLink>,
          ],
        ]),
    [t('seal'), <Identifier key="mac" value={mac} what={t('seal')} />],
  ] as const;
  return (
    <Stack gap="sm">
      <Table withRowBorders={false} verticalSpacing={3} layout="fixed">
        <Table.Tbody>
          {facts.map(([name, value], index) => (
            <Table.Tr key={index}>
              <Table.Th scope="row" w={120}>
                <Text size="sm" c="dimmed">
                  {name}
                </Text>
              </Table.Th>
              <Table.Td>{value}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <CodeBlock value={details} label={t('details')} />
    </Stack>
  );
}
