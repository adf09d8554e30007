import { Global, Module } from '@nestjs/common';
import { MerchantWallets } from '../../auth';
import { SubmerchantWallets } from '../../submerchants';
import { WalletsCoreModule } from '../wallets-core.module';
import { OwnerWalletsAdapter } from './owner-wallets.adapter';

/** Provides the ports that auth and submerchants declare; global, because they may not import this feature. */
@Global()
@Module({
  imports: [WalletsCoreModule],
  providers: [
    OwnerWalletsAdapter,
    { provide: MerchantWallets, useExisting: OwnerWalletsAdapter },
    { provide: SubmerchantWallets, useExisting: OwnerWalletsAdapter },
  ],
  exports: [MerchantWallets, SubmerchantWallets],
})
export class OwnerWalletsModule {}
