import { Module } from '@nestjs/common';
import { OwnerWalletsModule } from './owners/owner-wallets.module';
import { WalletsController } from './wallets.controller';
import { WalletsCoreModule } from './wallets-core.module';

/** Wallets over HTTP. */
@Module({
  imports: [WalletsCoreModule, OwnerWalletsModule],
  controllers: [WalletsController],
})
export class WalletsModule {}
