import { DateOnlyField, PatternField } from '../../common/validation';
import { PROVIDER_NAME } from './list-reconciliations.query';

export class ReconcileBody {
  @PatternField({ ...PROVIDER_NAME, description: 'A provider that reports by itself.', example: 'sandbox' })
  provider: string;

  @DateOnlyField({ description: 'A day in America/Sao_Paulo, today at the latest.' })
  date: string;
}
