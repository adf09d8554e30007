export type SafeHttpFailure =
  | 'invalid_url'
  | 'address_not_allowed'
  | 'dns_failed'
  | 'connect_timeout'
  | 'timeout'
  | 'tls_failed'
  | 'connection_failed'
  | 'invalid_response';

/** Why a request to somebody else's server brought no answer. The message is safe to show to the owner of the URL. */
export class SafeHttpError extends Error {
  constructor(
    readonly failure: SafeHttpFailure,
    message: string,
  ) {
    super(message);
    this.name = 'SafeHttpError';
  }
}

const TLS_CODES = /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|EPROTO)/;

const CONNECTION_MESSAGES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the server refused the connection',
  ECONNRESET: 'the server reset the connection',
  EHOSTUNREACH: 'the server is unreachable',
  ENETUNREACH: 'the server is unreachable',
  EPIPE: 'the server closed the connection',
  UND_ERR_SOCKET: 'the server closed the connection',
};

/** Names a failure of sockets, TLS or HTTP without repeating addresses or library names. */
export function toSafeHttpError(error: unknown): SafeHttpError {
  if (error instanceof SafeHttpError) return error;
  const code = codeOf(error);
  if (code === 'ETIMEDOUT')
    return new SafeHttpError('connect_timeout', 'the server did not accept the connection in time');
  if (TLS_CODES.test(code)) return new SafeHttpError('tls_failed', 'the TLS handshake failed');
  if (code === 'UND_ERR_HEADERS_OVERFLOW' || (error as Partial<Error> | null)?.name === 'HTTPParserError') {
    return new SafeHttpError('invalid_response', 'the server did not answer in HTTP');
  }
  return new SafeHttpError('connection_failed', CONNECTION_MESSAGES[code] ?? 'the connection failed');
}

function codeOf(error: unknown): string {
  const code: unknown = typeof error === 'object' && error !== null && 'code' in error ? error.code : null;
  return typeof code === 'string' ? code : '';
}
