import { type Fault, fault, field, type FieldOptions } from './field';
import { hasCnpjShape, hasCpfShape, hasTaxIdShape } from './tax-id';
import { normaliseText } from './text-fields';

interface TaxIdOptions extends FieldOptions {
  /** What kind of entity the body says that it is of; what else it says is another field's fault. */
  readonly ofEntity?: (body: { readonly entity_type?: unknown }) => unknown;
}

/** The fault of a number that is of the other kind of entity. */
export function shapeFault(taxId: string, entityType: unknown): Fault | null {
  if ((entityType !== 'pf' && entityType !== 'pj') || hasTaxIdShape(entityType, taxId)) return null;
  const expected = entityType === 'pf' ? '11 digits for entity_type pf' : '14 characters for entity_type pj';
  return fault('entity_type_mismatch', `must be ${expected}`);
}

/**
 * A CPF or a CNPJ without mask. Only the shape is checked here: which of the two it must be depends on
 * another field, and whether its check digits count depends on the merchant's mode (contract §2).
 */
export function TaxIdField(options: TaxIdOptions = {}): PropertyDecorator {
  return field(
    {
      normalise: normaliseText,
      check: (value, body) => {
        if (typeof value !== 'string') return fault('invalid_type', 'must be a string');
        if (hasCpfShape(value) || hasCnpjShape(value))
          return shapeFault(value, options.ofEntity?.(body as object));
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
