/** What kind of failure an error is; the HTTP side alone knows which status that becomes. */
export type ErrorKind =
  | 'malformed'
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'conflict'
  | 'too_large'
  | 'unsupported_media'
  | 'rule'
  | 'rate_limited'
  | 'internal'
  | 'unavailable';

/** One wrong field, e.g. `{ field: 'items[0].quantity', code: 'too_small', message: '…' }`. Never repeats what was sent. */
export interface ErrorDetail {
  readonly field: string;
  readonly code: string;
  readonly message: string;
}

export interface ErrorOptions {
  readonly message?: string;
  readonly details?: readonly ErrorDetail[];
  /** Whole seconds until a retry makes sense. */
  readonly retryAfterSeconds?: number;
}

/** An error that belongs to the product: clients see its code, message and details. */
export class CodedError extends Error {
  readonly details: readonly ErrorDetail[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    readonly code: string,
    readonly kind: ErrorKind,
    message: string,
    options: ErrorOptions = {},
  ) {
    super(options.message ?? message);
    this.name = 'CodedError';
    this.details = options.details;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

export interface ErrorDefinition {
  readonly kind: ErrorKind;
  /** What went wrong and what to do about it. */
  readonly message: string;
}

export interface ErrorFactory extends ErrorDefinition {
  (options?: ErrorOptions): CodedError;
  readonly code: string;
}

const catalogue = new Map<string, ErrorFactory>();

/** Turns a record code → definition into a record code → factory: `throw errors.NOT_FOUND()`. */
export function defineErrors<const T extends Record<string, ErrorDefinition>>(
  definitions: T,
): { readonly [Code in keyof T]: ErrorFactory } {
  const factories: Record<string, ErrorFactory> = {};
  for (const [code, { kind, message }] of Object.entries(definitions)) {
    if (catalogue.has(code)) throw new Error(`the error code ${code} is defined twice`);
    const factory = Object.assign((options?: ErrorOptions) => new CodedError(code, kind, message, options), {
      code,
      kind,
    }) as unknown as ErrorFactory;
    Object.defineProperty(factory, 'message', { value: message });
    factories[code] = factory;
    catalogue.set(code, factory);
  }
  return factories as { readonly [Code in keyof T]: ErrorFactory };
}

/** Every error code that the loaded features define, in alphabetical order: the source of the documentation. */
export function errorCatalogue(): readonly ErrorFactory[] {
  return [...catalogue.values()].sort((left, right) => left.code.localeCompare(right.code));
}
