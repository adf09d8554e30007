import { defineTransitions } from '../../common/state-machine';

/** `abandoned`: for days nobody knew what it was about, or it says what no book can take. */
export const NOTIFICATION_STATUSES = ['pending', 'processed', 'abandoned'] as const;
export type NotificationStatus = (typeof NOTIFICATION_STATUSES)[number];

export type NotificationTrigger = 'receive' | 'process' | 'abandon';

/** The status machine of what an institution told: taken once, or given up; one that cannot be taken yet stays pending. */
export const receivedNotificationTransitions = defineTransitions<NotificationStatus, NotificationTrigger>(
  'received notification',
  [
    { from: null, on: 'receive', to: 'pending' },
    { from: 'pending', on: 'process', to: 'processed' },
    { from: 'pending', on: 'abandon', to: 'abandoned' },
  ],
);
