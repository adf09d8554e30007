import { StatusFilter } from '../../common/http';
import { UuidField } from '../../common/validation';
import { ListReceivablesQuery } from '../list-receivables.query';
import { RECEIVABLE_STATUSES } from '../receivable.transitions';
import { SummariseReceivablesQuery } from '../summary/summarise-receivables.query';

/** The merchants' filters, and whose receivables: a wallet, a charge and a settlement tell their merchant. */
export class ListOperatorReceivablesQuery extends ListReceivablesQuery {
  @UuidField({ description: 'Receivables of this merchant.' })
  merchant_id: string;
}

/** As the merchants', of one merchant and of some statuses alone. */
export class SummariseOperatorReceivablesQuery extends SummariseReceivablesQuery {
  @UuidField({ description: 'Receivables of this merchant.' })
  merchant_id: string;

  @StatusFilter(RECEIVABLE_STATUSES)
  status?: string[];
}
