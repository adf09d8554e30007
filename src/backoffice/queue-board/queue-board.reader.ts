import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import sirv, { type RequestHandler } from 'sirv';
import { commonErrors } from '../../common/errors';
import { AppConfig } from '../../config';
import type { QueueBoard } from './queue-board';

/** Where the board is: among the operators' paths, whose session alone opens it. */
export const BOARD_PATH = '/v1/review/queue-board';

/** The board of the queues, once somebody has asked for it: until then the API has neither its code nor a connection to the queue. */
@Injectable()
export class QueueBoardReader implements OnApplicationShutdown {
  private readonly directory = builtBoard();
  private board: Promise<QueueBoard> | null = null;
  private served: RequestHandler | null = null;

  constructor(private readonly config: AppConfig) {}

  /** Throws NOT_FOUND where only the service was built. */
  get(): Promise<QueueBoard> {
    if (!existsSync(this.directory)) throw commonErrors.NOT_FOUND();
    this.board ??= this.open();
    return this.board;
  }

  /** Serves the files of the page; throws as `get`. */
  files(): RequestHandler {
    if (!existsSync(this.directory)) throw commonErrors.NOT_FOUND();
    this.served ??= sirv(this.directory, { etag: true, brotli: true, gzip: true });
    return this.served;
  }

  async onApplicationShutdown(): Promise<void> {
    await (await this.board)?.close();
  }

  private async open(): Promise<QueueBoard> {
    const { QueueBoard: Board } = await import('./queue-board.js');
    return new Board(this.config, this.directory, BOARD_PATH);
  }
}

/** Beside the compiled service in dist; when the sources run (in tests), in dist as well. */
function builtBoard(): string {
  const compiled = join(__dirname, '..', '..', '..', 'queue-board');
  return existsSync(compiled) ? compiled : join(__dirname, '..', '..', '..', 'dist', 'queue-board');
}
