import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import type { IServerAdapter } from '@bull-board/api/typings/app';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withTimeout } from '../../common';
import { WatchedQueues } from '../../common/queue';
import type { AppConfig } from '../../config';

type ApiRoutes = Parameters<IServerAdapter['setApiRoutes']>[0];
type BoardQueues = Parameters<IServerAdapter['setQueues']>[0];
type BoardSettings = Parameters<IServerAdapter['setUIConfig']>[0];

/** What the board's page is told by its server. */
interface BoardAnswer {
  readonly status: number;
  readonly body: unknown;
}

interface Reading {
  readonly path: RegExp;
  readonly names: readonly string[];
  readonly route: ApiRoutes[number];
}

/** A queue that is away is not waited for longer. */
const ANSWER_MS = 5_000;

/** The page asks by itself for nothing: one left open must not keep its session alive. */
const SETTINGS: BoardSettings = {
  boardTitle: 'Repasse',
  hideDocsLink: true,
  showWorkers: false,
  pollingInterval: { showSetting: false, forceInterval: -1 },
  favIcon: { default: '/backoffice/icon.svg', alternative: 'static/favicon-32x32.png' },
  miscLinks: [{ text: 'Repasse', url: '/backoffice' }],
};

/**
 * Bull Board over both queues, without a server of its own: the page, and answers to what it reads. Whatever
 * would change something has no route. Opens connections to the back end of the queues.
 */
export class QueueBoard {
  private readonly watched: WatchedQueues;
  private readonly board = new ReadingAdapter();
  private readonly template: string;

  /** @param files the folder with the files of the page, as the build laid them there */
  constructor(
    config: AppConfig,
    files: string,
    private readonly base: string,
  ) {
    this.template = readFileSync(join(files, 'index.ejs'), 'utf8');
    this.watched = new WatchedQueues(config);
    createBullBoard({
      queues: this.watched.queues.map((queue) => new BullMQAdapter(queue, { readOnlyMode: true })),
      serverAdapter: this.board,
      options: { uiBasePath: files, uiConfig: SETTINGS },
    });
  }

  /** The page, in the language asked for. */
  page(language: 'pt-BR' | 'en-US'): string {
    const settings = JSON.stringify({ ...this.board.settings, locale: { lng: language } });
    const values: Readonly<Record<string, string>> = {
      basePath: `${this.base}/`,
      title: SETTINGS.boardTitle ?? '',
      favIconDefault: SETTINGS.favIcon?.default ?? '',
      favIconAlternative: SETTINGS.favIcon?.alternative ?? '',
      uiConfig: settings.replaceAll('<', '\\u003c').replaceAll('>', '\\u003e'),
    };
    return this.template.replace(/<%[=-] (\w+) %>/g, (_, name: string) => values[name] ?? '');
  }

  /** What the page reads; null for what there is not. Rejects when the queue does not answer in time. */
  async read(path: string, query: Readonly<Record<string, unknown>>): Promise<BoardAnswer | null> {
    const answer = this.board.read(path, query);
    return answer === null ? null : withTimeout(answer, ANSWER_MS);
  }

  close(): Promise<void> {
    return this.watched.close();
  }
}

/** Takes of what Bull Board would have served what is read. */
class ReadingAdapter implements IServerAdapter {
  settings: BoardSettings = {};
  private queues: BoardQueues = new Map();
  private readings: readonly Reading[] = [];

  setApiRoutes(routes: ApiRoutes): this {
    this.readings = routes
      .filter(({ method }) => method === 'get')
      .flatMap((route) =>
        [route.route].flat().map((pattern) => ({
          path: new RegExp(`^${pattern.replace(/:\w+/g, '([^/]+)')}$`),
          names: [...pattern.matchAll(/:(\w+)/g)].map(([, name = '']) => name),
          route,
        })),
      );
    return this;
  }

  setQueues(queues: BoardQueues): this {
    this.queues = queues;
    return this;
  }

  setUIConfig(settings: BoardSettings): this {
    this.settings = settings;
    return this;
  }

  setEntryRoute(): this {
    return this;
  }

  setErrorHandler(): this {
    return this;
  }

  setStaticPath(): this {
    return this;
  }

  setViewsPath(): this {
    return this;
  }

  read(path: string, query: Readonly<Record<string, unknown>>): Promise<BoardAnswer> | null {
    const found = this.readings.find((reading) => reading.path.test(path));
    if (found === undefined) return null;
    const values = found.path.exec(path)?.slice(1) ?? [];
    const params = Object.fromEntries(found.names.map((name, index) => [name, values[index] ?? '']));
    const { queues, settings: uiConfig } = this;
    return Promise.resolve(
      found.route.handler({ queues, uiConfig, query: { ...query }, params, body: {}, headers: {} }),
    ).then(({ status = 200, body }) => ({ status, body }));
  }
}
