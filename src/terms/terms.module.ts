import { Module } from '@nestjs/common';
import { AuthModule } from '../auth';
import { AddTermsUseCase } from './add-terms.use-case';
import { BankCalendarReader } from './calendar/bank-calendar.reader';
import { BankCalendarRepository } from './calendar/bank-calendar.repository';
import { ChangeBankCalendarUseCase } from './calendar/change-bank-calendar.use-case';
import { DeleteTermUseCase } from './delete-term.use-case';
import { OperatorTermsController } from './operator-terms.controller';
import { TermRepository } from './term.repository';
import { TermsController } from './terms.controller';
import { TermsReader } from './terms.reader';

const SERVICES = [
  AddTermsUseCase,
  BankCalendarReader,
  BankCalendarRepository,
  ChangeBankCalendarUseCase,
  DeleteTermUseCase,
  TermRepository,
  TermsReader,
];

/** Terms for whoever reads or agrees on them. */
@Module({ imports: [AuthModule], providers: SERVICES, exports: SERVICES })
export class TermsModule {}

/** Terms as the API process serves them. */
@Module({ imports: [TermsModule], controllers: [TermsController, OperatorTermsController] })
export class TermsApiModule {}
