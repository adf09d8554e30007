import { defineTransitions } from '../common/state-machine';

export const ITEM_STATUSES = [
  'matched',
  'amount_differs',
  'date_differs',
  'missing_here',
  'missing_there',
] as const;
export type ItemStatus = (typeof ITEM_STATUSES)[number];

/** What a reading finds: the same, another amount, another day, a line without anything of ours, ours without a line. */
export type ItemTrigger = 'agree' | 'differ' | 'shift' | 'report_only' | 'book_only';

/** Money contract §19. What was missing on one side may come in a later reading; what was compared stays. */
export const itemTransitions = defineTransitions<ItemStatus, ItemTrigger>('reconciliation item', [
  { from: null, on: 'agree', to: 'matched' },
  { from: null, on: 'differ', to: 'amount_differs' },
  { from: null, on: 'shift', to: 'date_differs' },
  { from: null, on: 'report_only', to: 'missing_here' },
  { from: null, on: 'book_only', to: 'missing_there' },
  { from: 'missing_here', on: 'agree', to: 'matched' },
  { from: 'missing_here', on: 'differ', to: 'amount_differs' },
  { from: 'missing_here', on: 'shift', to: 'date_differs' },
  { from: 'missing_there', on: 'agree', to: 'matched' },
  { from: 'missing_there', on: 'differ', to: 'amount_differs' },
  { from: 'missing_there', on: 'shift', to: 'date_differs' },
]);
