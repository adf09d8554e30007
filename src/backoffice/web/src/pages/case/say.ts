import { notifications } from '@mantine/notifications';

/** A result, shown and read out. */
export function say(message: string): void {
  notifications.show({ message, role: 'status', withBorder: true });
}
