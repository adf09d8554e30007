import { Module } from '@nestjs/common';
import { ChargeBook } from './charge-book';
import { ChargesRepository } from './charges.repository';
import { IntentsRepository } from './instructions/intents.repository';
import { OperationOutcomes } from './operations/operation-outcomes';
import { OperationRunner } from './operations/operation-runner';
import { OperationsRepository } from './operations/operations.repository';
import { ProviderNotifications } from './providers/provider-notifications';
import { INSTALLED_PROVIDERS } from './providers/installed-providers';
import { ProviderPatience } from './providers/provider-patience';
import type { PaymentProvider } from './providers/provider.port';
import { ADAPTERS, ProviderRegistry } from './providers/provider-registry';
import { RefundsRepository } from './refunds/refunds.repository';

const adapters = INSTALLED_PROVIDERS.map(({ adapter }) => adapter);

const PROVIDERS = [
  ChargesRepository,
  RefundsRepository,
  OperationsRepository,
  ChargeBook,
  OperationOutcomes,
  OperationRunner,
  ProviderRegistry,
  ProviderNotifications,
  ProviderPatience,
  IntentsRepository,
  ...adapters,
  ...INSTALLED_PROVIDERS.flatMap(({ services }) => services),
  { provide: ADAPTERS, inject: adapters, useFactory: (...made: PaymentProvider[]) => made },
];

/** What the API and the worker both need to move a charge on. */
@Module({ providers: PROVIDERS, exports: PROVIDERS })
export class ChargesCoreModule {}
