import { fault, field, type FieldOptions } from './field';
import { hasCnpjShape, hasCpfShape } from './tax-id';
import { normaliseText } from './text-fields';

/**
 * A CPF or a CNPJ without mask. Only the shape is checked here: which of the two it must be depends on
 * another field, and whether its check digits count depends on the merchant's mode (contract §2).
 */
export function TaxIdField(options: FieldOptions = {}): PropertyDecorator {
  return field(
    {
      normalise: normaliseText,
      check: (value) => {
        if (typeof value !== 'string') return fault('invalid_type', 'must be a string');
        if (hasCpfShape(value) || hasCnpjShape(value)) return null;
        return fault(
          'invalid_tax_id_format',
          'must be 11 digits (person) or 14 characters (company), without mask',
        );
      },
      schema: { type: 'string', pattern: '^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})$', minLength: 11, maxLength: 14 },
    },
    options,
  );
}
