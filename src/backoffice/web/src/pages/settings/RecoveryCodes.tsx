import { Button, Checkbox, Code, CopyButton, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../components/save-file';
import { Icon } from '../../components/Icon';

/** Ten codes that open once each where the phone is lost. They are never shown again. */
export function RecoveryCodes({
  codes,
  onDone,
}: {
  readonly codes: readonly string[];
  readonly onDone: () => void;
}) {
  const { t } = useTranslation(['settings', 'common']);
  const [kept, setKept] = useState(false);
  const text = codes.join('\n');
  return (
    <Stack gap="sm">
      <Text size="sm">{t('recovery.text')}</Text>
      <SimpleGrid
        component="ul"
        cols={2}
        spacing={6}
        m={0}
        p={0}
        style={{ listStyle: 'none' }}
        aria-label={t('recovery.title')}
      >
        {codes.map((code) => (
          <Code key={code} component="li" fz="sm" ta="center">
            {code}
          </Code>
        ))}
      </SimpleGrid>
      <Group gap="xs">
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              size="xs"
              onClick={copy}
              leftSection={<Icon name={copied ? 'check' : 'copy'} size={14} />}
            >
              {copied ? t('common:action.copied') : t('common:action.copy')}
            </Button>
          )}
        </CopyButton>
        <Button
          variant="default"
          size="xs"
          leftSection={<Icon name="download" size={14} />}
          onClick={() =>
            saveFile(new Blob([`${text}\n`], { type: 'text/plain' }), 'repasse-recovery-codes.txt')
          }
        >
          {t('common:action.download')}
        </Button>
      </Group>
      <Checkbox
        label={t('recovery.kept')}
        checked={kept}
        onChange={({ currentTarget }) => setKept(currentTarget.checked)}
      />
      <Group justify="flex-end">
        <Button onClick={onDone} disabled={!kept}>
          {t('recovery.done')}
        </Button>
      </Group>
    </Stack>
  );
}
