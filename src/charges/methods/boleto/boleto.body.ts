import { DateOnlyField, TextListField } from '../../../common/validation';

export class BoletoDetailsBody {
  @DateOnlyField({
    optional: true,
    description: 'A day in America/Sao_Paulo, today to 365 days from now; default in 3 days.',
  })
  due_date?: string;

  @TextListField({ maxItems: 5, maxLength: 80, optional: true, description: 'Printed on the boleto.' })
  instructions?: string[];
}
