import { defineFeature } from '../common/features';
import { automaticInvariants } from './automatic/automatic.invariants';
import { AutomaticWithdrawalsTask } from './automatic/automatic-withdrawals.task';
import { SendWithdrawalsTask } from './send/send-withdrawals.task';
import { WITHDRAWAL_EVENTS } from './withdrawal.events';
import { withdrawalInvariants } from './withdrawal.invariants';
import { FIRST_APPROVAL } from './withdrawal.repository';
import { WithdrawalsApiModule, WithdrawalsWorkerModule } from './withdrawals.module';

export const withdrawalsFeature = defineFeature({
  name: 'withdrawals',
  api: [WithdrawalsApiModule],
  worker: [WithdrawalsWorkerModule],
  tasks: [SendWithdrawalsTask, AutomaticWithdrawalsTask],
  invariants: [...withdrawalInvariants, ...automaticInvariants],
  pendingKeys: [FIRST_APPROVAL],
  rateLimit: { transactions: ['/v1/withdrawals'] },
  events: [WITHDRAWAL_EVENTS],
});
