import { Module } from '@nestjs/common';
import { AnticipableReceivableRepository } from './anticipable-receivable.repository';
import { AnticipableReceivablesService } from './anticipable-receivables.service';

/** Apart from the rest of receivables, which asks anticipations in turn. */
@Module({
  providers: [AnticipableReceivableRepository, AnticipableReceivablesService],
  exports: [AnticipableReceivablesService],
})
export class AnticipableReceivablesModule {}
