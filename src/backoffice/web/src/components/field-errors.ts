import { ApiError } from '../api/api-error';

/** What the API says of one field of a body that it refused; undefined where it says nothing. */
export function fieldErrors(error: unknown): (field: string) => string | undefined {
  const details = error instanceof ApiError ? error.details : [];
  return (field) => details.find((detail) => detail.field === field)?.message;
}
