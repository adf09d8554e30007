import { type NotificationData, notifications } from '@mantine/notifications';
import i18next from 'i18next';

/** A sentence in the corner of the page, read out where it appears. */
export function notify(message: string, more: Omit<NotificationData, 'message'> = {}): void {
  notifications.show({
    role: 'status',
    withBorder: true,
    closeButtonProps: { 'aria-label': i18next.t('action.close') },
    ...more,
    message,
  });
}
