import { Injectable } from '@nestjs/common';
import { Logger } from 'nestjs-pino';

/** Where Nest tells of its own wiring, a line a route: of use to who debugs the framework, noise to who is on call. */
const WIRING = new Set(['InstanceLoader', 'NestFactory', 'RouterExplorer', 'RoutesResolver']);

/** The log of a process, with the framework's wiring at level debug. */
@Injectable()
export class ProcessLogger extends Logger {
  override log(message: unknown, ...rest: unknown[]): void {
    const context = rest.at(-1);
    if (typeof context === 'string' && WIRING.has(context)) super.debug(message, ...(rest as []));
    else super.log(message, ...(rest as []));
  }
}
