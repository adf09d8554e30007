import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../../components/ErrorAlert';
import { Icon } from '../../../components/Icon';
import { useCase } from '../case-context';
import { notify } from '../../../components/notify';

/** Tax numbers are seen by asking for them, and the asking is written down. */
export function RevealBar() {
  const { t } = useTranslation('case');
  const { actions, mayDecide, reveal } = useCase();
  if (!mayDecide) return null;
  const show = (): void =>
    actions.reveal.run(undefined, (numbers) => {
      reveal.show(numbers);
      notify(t('reveal.done'));
    });
  return (
    <>
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          leftSection={<Icon name="eye" size={14} />}
          loading={actions.reveal.isPending}
          onClick={reveal.numbers === null ? show : reveal.hide}
        >
          {reveal.numbers === null ? t('reveal.show') : t('reveal.hide')}
        </Button>
        <Text size="xs" c="dimmed">
          {t('reveal.hint')}
        </Text>
      </Group>
      <ErrorAlert error={actions.reveal.error} />
    </>
  );
}
