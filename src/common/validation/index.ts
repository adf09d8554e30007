export {
  fault,
  faultsField,
  field,
  isPlainObject,
  type Fault,
  type FieldConstraint,
  type FieldOptions,
  type FieldRule,
  type FieldShape,
} from './field';
export { isReservedKey, shown } from './keys';
export { MetadataField } from './metadata-field';
export { ArrayField, ObjectField } from './object-fields';
export {
  DigitsField,
  EmailField,
  FreeTextField,
  normaliseText,
  PatternField,
  PhoneField,
  TextField,
  textFault,
  TextListField,
  UrlField,
  WEB_ADDRESS,
} from './text-fields';
export {
  BooleanField,
  CentsField,
  commaListOf,
  DateOnlyField,
  DateTimeField,
  DAY_OR_MOMENT,
  EnumField,
  IntegerField,
  isCalendarDay,
  MAX_CENTS,
  NumberField,
  RecordIdField,
  UuidField,
} from './value-fields';
export { type EntityType, hasCpfShape, hasLetters, isTaxId } from './tax-id';
export {
  addressWithMaskedTaxIds,
  bareTaxId,
  maskedDocumentNumber,
  maskedTaxId,
  taxIdsInAddress,
} from './masked-tax-id';
export { shapeFault, TaxIdField } from './tax-id-field';
