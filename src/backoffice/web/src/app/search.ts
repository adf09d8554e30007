/**
 * The filters of a page are in its URL, readable: `/queue?status=active&page=2`. A page says which it knows:
 *
 *     validateSearch: readSearch({ status: oneOf('active', 'pending_review'), search: text(), page: pageNumber() })
 *
 * What does not fit, typed by hand or from an older version, is left out: the list shows what the URL says.
 */
type Reader<T> = (value: string) => T | undefined;
type Known<S> = { [K in keyof S]?: S[K] extends Reader<infer T> ? T : never };

export function readSearch<S extends Record<string, Reader<unknown>>>(
  readers: S,
): (search: Record<string, unknown>) => Known<S> {
  return (search) =>
    Object.fromEntries(
      Object.entries(readers).flatMap(([name, reader]) => {
        const given = search[name];
        // The URL holds text, a link of ours may hold a number.
        const written = typeof given === 'number' ? String(given) : given;
        if (typeof written !== 'string' || written === '') return [];
        const value = reader(written);
        return value === undefined ? [] : [[name, value]];
      }),
    ) as Known<S>;
}

export function text(maxLength = 100): Reader<string> {
  return (value) => (value.length <= maxLength ? value : undefined);
}

export function oneOf<const V extends string>(...values: readonly V[]): Reader<V> {
  return (value) => values.find((known) => known === value);
}

/** All values of an enum of the API: the compiler refuses one that is missing as well as one that is unknown. */
export function valuesOf<V extends string>(values: Readonly<Record<V, true>>): readonly V[] {
  return Object.keys(values) as V[];
}

/** Several of these, in the URL and for the API as a comma list. */
export function someOf(...values: readonly string[]): Reader<string> {
  return (value) => {
    const chosen = value.split(',').filter((part) => values.includes(part));
    return chosen.length === 0 ? undefined : chosen.join(',');
  };
}

export function uuid(): Reader<string> {
  return (value) => (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value) ? value : undefined);
}

export function day(): Reader<string> {
  return (value) => (/^\d{4}-\d{2}-\d{2}$/.test(value) ? value : undefined);
}

/** Page 1 is not written into the URL. */
export function pageNumber(): Reader<number> {
  return (value) => (/^[1-9]\d{0,6}$/.test(value) && value !== '1' ? Number(value) : undefined);
}

export function parseSearch(query: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(query));
}

export function stringifySearch(search: Record<string, unknown>): string {
  const entries = Object.entries(search)
    .filter(([, value]) => value !== undefined && value !== null && value !== '')
    .map(([name, value]) => [name, String(value)]);
  const query = new URLSearchParams(entries).toString();
  return query === '' ? '' : `?${query}`;
}
