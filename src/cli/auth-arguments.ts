import { InvalidArgumentError } from 'commander';
import { MAX_COOLING_OFF_HOURS, MAX_KEY_DAYS, MAX_MERCHANT_NAME, MAX_REQUESTS_PER_WINDOW } from '../auth';
import { bareTaxId, normaliseText, textFault } from '../common/validation';
import { wholeNumber } from './arguments';

// Apart from the other arguments: these take their bounds from auth, and with them all of it is loaded.

/** As the API takes it (contract §1, Text). */
export function nameOf(value: string): string {
  const name = normaliseText(value) as string;
  if (textFault(name, 1, MAX_MERCHANT_NAME) !== null) {
    throw new InvalidArgumentError(
      `A name has 1 to ${MAX_MERCHANT_NAME} characters and no control or format characters.`,
    );
  }
  return name;
}

/** With or without punctuation. */
export function taxIdOf(value: string): string {
  const taxId = bareTaxId(value);
  if (taxId === null)
    throw new InvalidArgumentError('Use the 11 digits of a CPF or the 14 characters of a CNPJ.');
  return taxId;
}

export function daysOf(value: string): number {
  const days = wholeNumber(value);
  if (days < 1 || days > MAX_KEY_DAYS) throw new InvalidArgumentError(`Use 1 to ${MAX_KEY_DAYS} days.`);
  return days;
}

/** Hours, also none; `default` goes back to the mode's own. */
export function coolingOffOf(value: string): number | 'default' {
  if (value === 'default') return value;
  const hours = wholeNumber(value);
  if (hours > MAX_COOLING_OFF_HOURS)
    throw new InvalidArgumentError(`Use 0 to ${MAX_COOLING_OFF_HOURS} hours, or default.`);
  return hours;
}

/** Requests a window; `default` goes back to the service's own limit. */
export function limitOf(value: string): number | 'default' {
  if (value === 'default') return value;
  const limit = wholeNumber(value);
  if (limit < 1 || limit > MAX_REQUESTS_PER_WINDOW)
    throw new InvalidArgumentError(`Use 1 to ${MAX_REQUESTS_PER_WINDOW}, or default.`);
  return limit;
}
