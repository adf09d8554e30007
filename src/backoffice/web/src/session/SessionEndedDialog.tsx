import { Anchor, Modal, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { LogInForm } from './LogInForm';
import { useSession } from './session';

/**
 * The session ended while somebody was at work: the log-in comes over the page, which keeps all that was typed.
 * Afterwards lists and cases are asked again; what was pressed is not repeated, the operator presses it again.
 */
export function SessionEndedDialog() {
  const { t } = useTranslation('login');
  const { operator } = useSession();
  const queries = useQueryClient();

  const leave = (): void => {
    // A full load: nothing of the one operator's work stays in memory for the next one.
    window.location.assign(`${import.meta.env.BASE_URL}login`);
  };
  return (
    <Modal
      opened
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={t('ended.title')}
      overlayProps={{ backgroundOpacity: 0.7, blur: 6 }}
      zIndex={400}
    >
      <Stack gap="sm">
        <Text size="sm">{t('ended.text')}</Text>
        <LogInForm email={operator.email} onLoggedIn={() => void queries.invalidateQueries()} />
        <Anchor component="button" type="button" size="sm" ta="start" onClick={leave}>
          {t('ended.other')}
        </Anchor>
      </Stack>
    </Modal>
  );
}
