import { defineFeature } from '../common/features';
import { ProviderBooksService } from './books/provider-books.service';
import { ChargesCliModule } from './books/charges-cli.module';
import { CHARGE_EVENTS } from './charge.events';
import { ChargesModule } from './charges.module';
import { CHARGE_TASKS, ChargesWorkerModule } from './charges-worker.module';
import { chargeInvariants } from './invariants/charge.invariants';

export const chargesFeature = defineFeature({
  name: 'charges',
  api: [ChargesModule],
  worker: [ChargesWorkerModule],
  commandLine: [ChargesCliModule],
  invariants: chargeInvariants,
  checks: [ProviderBooksService],
  tasks: CHARGE_TASKS,
  rateLimit: { transactions: ['/v1/charges'] },
  events: [CHARGE_EVENTS],
});
