export { AddTermsBody, type NewTerms } from './add-terms.body';
export { AddTermsUseCase } from './add-terms.use-case';
export { BankCalendarReader } from './calendar/bank-calendar.reader';
export { ChangeBankCalendarUseCase } from './calendar/change-bank-calendar.use-case';
export { termsFeature } from './terms.feature';
export {
  findDisputeTerm,
  findProcessingTerm,
  findReserveTerm,
  findWithdrawalTerm,
  getAnticipationTerm,
  getLimitsTerm,
  getSettlementTerm,
  termsOfProduct,
} from './terms.rules';
export type { Conditions, Term } from './terms.types';
export { TermsModule } from './terms.module';
export { TermsReader } from './terms.reader';
export { toAddedTermsResponse, toTermsBody } from './terms.response';
