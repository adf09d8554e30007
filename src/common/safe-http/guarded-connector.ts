import { type Socket, connect as connectTcp, isIP } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { buildConnector } from 'undici';
import type { HostResolver } from './host-resolver';
import { isPublicAddress } from './public-address';
import { SafeHttpError, toSafeHttpError } from './safe-http.errors';

export interface ConnectorOptions {
  readonly allowPrivate: boolean;
  /** For resolving, connecting and the TLS handshake together. */
  readonly connectTimeoutMs: number;
}

interface Target {
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
}

/** How many addresses of one name are tried before giving up. */
const MAX_ADDRESSES_TRIED = 3;

/**
 * A connector for undici that checks literals and every answer of the DNS, connects to the very address that
 * it checked, and looks at the peer once more when the connection stands (docs/security.md). One inside answer refuses the host:
 * a name that is half inside is an attack or a mistake.
 */
export function guardedConnector(
  resolver: HostResolver,
  options: ConnectorOptions,
): buildConnector.connector {
  return (request, callback) => {
    const secure = request.protocol === 'https:';
    const target: Target = {
      host: request.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, ''),
      port: Number(request.port) || (secure ? 443 : 80),
      secure,
    };
    openSocket(resolver, options, target).then(
      (socket) => {
        callback(null, socket);
      },
      (error: unknown) => {
        callback(toSafeHttpError(error), null);
      },
    );
  };
}

async function openSocket(
  resolver: HostResolver,
  options: ConnectorOptions,
  target: Target,
): Promise<Socket> {
  const deadline = AbortSignal.timeout(options.connectTimeoutMs);
  const addresses = await unlessLate(deadline, resolver.resolve(target.host, options.allowPrivate));
  if (addresses.length === 0) throw new SafeHttpError('dns_failed', 'the host name does not resolve');
  if (!options.allowPrivate && !addresses.every(isPublicAddress)) throw notAllowed();

  let failure: SafeHttpError | null = null;
  for (const address of addresses.slice(0, MAX_ADDRESSES_TRIED)) {
    try {
      const socket = await connectTo(address, target, deadline);
      if (options.allowPrivate || isPublicAddress(socket.remoteAddress ?? '')) return socket;
      socket.destroy();
      throw notAllowed();
    } catch (error) {
      if (deadline.aborted || error instanceof SafeHttpError) throw error;
      const named = toSafeHttpError(error);
      // Whoever answers with the wrong certificate has answered: the other addresses of the name are no remedy.
      if (named.failure === 'tls_failed') throw named;
      failure ??= named;
    }
  }
  throw failure ?? toSafeHttpError(null);
}

function connectTo(address: string, target: Target, deadline: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = target.secure
      ? connectTls({
          host: address,
          port: target.port,
          // The certificate is checked against the name, not against the address that the name led to.
          ...(isIP(target.host) === 0 && { servername: target.host }),
          ALPNProtocols: ['http/1.1'],
        })
      : connectTcp({ host: address, port: target.port });
    const onLate = (): void => {
      socket.destroy();
      reject(connectTimeout());
    };
    const settle = (): void => {
      deadline.removeEventListener('abort', onLate);
      socket.off('error', onError);
    };
    const onError = (error: Error): void => {
      settle();
      socket.destroy();
      reject(error);
    };
    deadline.addEventListener('abort', onLate, { once: true });
    socket.once('error', onError);
    socket.once(target.secure ? 'secureConnect' : 'connect', () => {
      settle();
      socket.setNoDelay(true);
      resolve(socket);
    });
  });
}

async function unlessLate<T>(deadline: AbortSignal, work: Promise<T>): Promise<T> {
  return Promise.race([
    work,
    new Promise<never>((_resolve, reject) => {
      deadline.addEventListener('abort', () => reject(connectTimeout()), { once: true });
    }),
  ]);
}

function connectTimeout(): SafeHttpError {
  return new SafeHttpError('connect_timeout', 'the server did not accept the connection in time');
}

function notAllowed(): SafeHttpError {
  return new SafeHttpError('address_not_allowed', 'the host is not an address on the public internet');
}
