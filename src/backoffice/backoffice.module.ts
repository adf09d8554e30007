import { Module } from '@nestjs/common';
import { AuthModule } from '../auth';
import { QueueBoardController } from './queue-board/queue-board.controller';
import { QueueBoardReader } from './queue-board/queue-board.reader';

/** What the desk has of its own over HTTP, for the API process. */
@Module({ imports: [AuthModule], controllers: [QueueBoardController], providers: [QueueBoardReader] })
export class BackofficeModule {}
