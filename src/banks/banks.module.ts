import { Module } from '@nestjs/common';
import { BankReader } from './bank.reader';
import { BanksController } from './banks.controller';

/** Banks for whoever has to know one. */
@Module({ providers: [BankReader], exports: [BankReader] })
export class BanksModule {}

/** Banks as the API process serves them. */
@Module({ imports: [BanksModule], controllers: [BanksController] })
export class BanksApiModule {}
