/** Characters of a CNPJ that name the company; the rest names one of its places. */
const ROOT = 8;
const CNPJ = 14;

/** Whether two tax numbers are of the same person, or of the same company (money contract §12, The holder is the owner). */
export function isSameHolder(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  return one.length === CNPJ ? one.slice(0, ROOT) === other.slice(0, ROOT) : one === other;
}
