import { Kbd, Modal, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePreferences } from '../app/preferences';
import { TextLink } from '../components/links';
import { type Shortcut, shortcuts } from '../shortcuts/registry';

/** The keys of the page below, as they are when it opens. */
export function ShortcutsList({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const { shortcuts: areOn } = usePreferences();
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('shortcuts.title')}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      {areOn ? <ShortcutTable /> : <Text>{t('shortcuts.off')}</Text>}
      <Text size="sm" mt="md">
        <TextLink to="/settings" onClick={onClose}>
          {areOn ? t('shortcuts.switchOff') : t('shortcuts.switchOn')}
        </TextLink>
      </Text>
    </Modal>
  );
}

function ShortcutTable() {
  const { t } = useTranslation();
  const [rows] = useState<readonly Shortcut[]>(() =>
    shortcuts.list().filter(({ scope }) => scope === 'page'),
  );
  return (
    <Table withRowBorders={false} verticalSpacing={4}>
      <Table.Caption style={{ captionSide: 'top', textAlign: 'start', marginTop: 0 }}>
        {t('shortcuts.caption')}
      </Table.Caption>
      <Table.Tbody>
        {rows.map(({ key, label }) => (
          <Table.Tr key={key}>
            <Table.Th scope="row" w={90}>
              <Kbd>{key}</Kbd>
            </Table.Th>
            <Table.Td>{label}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
