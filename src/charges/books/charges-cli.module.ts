import { Module } from '@nestjs/common';
import { ProvidersModule } from '../../providers';
import { ProviderBooksRepository } from './provider-books.repository';
import { ProviderBooksService } from './provider-books.service';

/** Charges for the command line: what `db invariants` cannot read with SQL alone. */
@Module({
  imports: [ProvidersModule],
  providers: [ProviderBooksRepository, ProviderBooksService],
  exports: [ProviderBooksService],
})
export class ChargesCliModule {}
