import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Roles, SessionOnly } from '../../auth';
import { commonErrors } from '../../common/errors';
import { pagesPolicy } from '../pages-policy';
import { BOARD_PATH, QueueBoardReader } from './queue-board.reader';

/** Its links begin at the page's `<base>`; the rest is as for the desk. */
const CONTENT_SECURITY_POLICY = pagesPolicy({ baseUri: "'self'" });

/**
 * Bull Board at the desk, for administrators who are logged in (src/backoffice/README.md): its page, its files and what it reads,
 * all of it behind the guards of every other route. Its answers are another program's, and are in no document of ours.
 */
@ApiExcludeController()
@Roles('admin')
@SessionOnly()
@Controller(BOARD_PATH)
export class QueueBoardController {
  constructor(private readonly boards: QueueBoardReader) {}

  @Get()
  async page(@Req() request: Request, @Res() response: Response): Promise<void> {
    const board = await this.boards.get();
    const language = request.acceptsLanguages('en', 'pt') === 'pt' ? 'pt-BR' : 'en-US';
    response.setHeader('Content-Security-Policy', CONTENT_SECURITY_POLICY);
    response.setHeader('X-Frame-Options', 'DENY');
    response.setHeader('Cache-Control', 'no-store');
    response.type('html').send(board.page(language));
  }

  @Get('static/*path')
  file(@Req() request: Request, @Res() response: Response): Promise<void> {
    const files = this.boards.files();
    request.url = request.url.slice(request.url.indexOf('/static/'));
    response.setHeader('Cache-Control', 'private, max-age=86400');
    return new Promise((resolve, reject) => {
      response.once('close', resolve);
      files(request, response, () => reject(commonErrors.NOT_FOUND()));
    });
  }

  @Get('api/*path')
  async read(
    @Param('path') path: readonly string[],
    @Query() query: Readonly<Record<string, unknown>>,
    @Res() response: Response,
  ): Promise<void> {
    const board = await this.boards.get();
    const answer = await board.read(`/api/${path.join('/')}`, query).catch(() => {
      throw commonErrors.UNAVAILABLE({ message: 'The queue does not answer.', retryAfterSeconds: 5 });
    });
    if (answer === null) throw commonErrors.NOT_FOUND();
    response.setHeader('Cache-Control', 'no-store');
    response.status(answer.status).json(answer.body);
  }

  /** The addresses of its pages, as somebody comes back to them. */
  @Get('*path')
  async deeper(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.page(request, response);
  }
}
