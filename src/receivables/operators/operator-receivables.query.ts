import { UuidField } from '../../common/validation';
import { ListReceivablesQuery } from '../list-receivables.query';
import { SummariseReceivablesQuery } from '../summary/summarise-receivables.query';

/** The merchants' filters, and whose receivables: a wallet, a charge and a settlement tell their merchant. */
export class ListOperatorReceivablesQuery extends ListReceivablesQuery {
  @UuidField({ description: 'Receivables of this merchant.' })
  merchant_id: string;
}

/** As the merchants', of one merchant. */
export class SummariseOperatorReceivablesQuery extends SummariseReceivablesQuery {
  @UuidField({ description: 'Receivables of this merchant.' })
  merchant_id: string;
}
