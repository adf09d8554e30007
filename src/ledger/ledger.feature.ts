import { defineFeature } from '../common/features';
import { ledgerInvariants } from './ledger.invariants';
import { LedgerCliModule } from './ledger-cli.module';
import { LedgerModule } from './ledger.module';
import { LedgerWorkerModule } from './ledger-worker.module';
import { VerifyLedgerTask } from './verification/verify-ledger.task';

export const ledgerFeature = defineFeature({
  name: 'ledger',
  api: [LedgerModule],
  worker: [LedgerWorkerModule],
  commandLine: [LedgerCliModule],
  invariants: ledgerInvariants,
  tasks: [VerifyLedgerTask],
});
