import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import type { OperatorRole } from '../../../src/auth';
import { anyAddress, BEHIND_PROXY, from } from '../../support/log-ins';
import {
  onThisMachine,
  startService,
  type TestMerchant,
  type TestOperator,
  type TestService,
} from '../../support';
import { buildPages } from '../../support/built-pages';
import { portToUse } from '../../support/ports';

/** As architecture.md §7 found them: no network of the browser's own, no sandbox of the kernel's. */
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export type Scheme = 'light' | 'dark';
export type Language = 'pt-BR' | 'en';

export interface PageOptions {
  readonly scheme?: Scheme;
  readonly language?: Language;
  /** Width × height of the window. */
  readonly size?: readonly [number, number];
}

/** The service with its pages, and browsers in front of them. */
export interface BackOffice {
  readonly service: TestService;
  /** Where the pages are. */
  readonly url: string;
  readonly viewer: TestOperator;
  readonly reviewer: TestOperator;
  readonly admin: TestOperator;
  readonly merchant: TestMerchant;
  /** What the pages complained of so far: errors nobody caught, what the content security policy refused. */
  readonly complaints: string[];
  operator(role: OperatorRole): Promise<TestOperator>;
  /** A window with a profile of its own: nothing is shared with other pages but the server. */
  newPage(options?: PageOptions): Promise<Page>;
  /** Closes all windows; what they complained of stays. After each test: open pages go on asking the service. */
  closePages(): Promise<void>;
  stop(): Promise<void>;
}

export interface DeskOptions {
  readonly worker?: boolean;
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts the service on this worker's database, with the pages as their sources are now. */
export async function startBackOffice(options: DeskOptions = {}): Promise<BackOffice> {
  buildPages();
  // The address is known beforehand: the API takes changes only from pages of PUBLIC_URL.
  const port = await portToUse();
  const origin = `http://127.0.0.1:${port}`;
  const service = await startService({
    worker: options.worker ?? false,
    port,
    env: { PUBLIC_URL: origin, ...BEHIND_PROXY, ...options.env },
  });
  const complaints: string[] = [];
  // A user-data-dir of its own, in which every page gets a profile of its own.
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: FLAGS,
  });
  const operator = (role: OperatorRole) => service.operator({ role });
  return {
    service,
    url: `${origin}/backoffice`,
    viewer: await operator('viewer'),
    reviewer: await operator('reviewer'),
    admin: await operator('admin'),
    merchant: await service.merchant(),
    complaints,
    operator,
    newPage: async (wanted = {}) => (await openWindow(browser, origin, wanted, complaints)).newPage(),
    closePages: async () => {
      for (const context of browser.contexts()) await context.close();
    },
    stop: async () => {
      await browser.close();
      await service.stop();
    },
  };
}

async function openWindow(
  browser: Browser,
  origin: string,
  { scheme = 'light', language = 'pt-BR', size = [1280, 800] }: PageOptions,
  complaints: string[],
): Promise<BrowserContext> {
  const [width, height] = size;
  const context = await browser.newContext({
    baseURL: origin,
    colorScheme: scheme,
    locale: language,
    // Not that of the operators: what the pages show does not depend on it.
    timezoneId: 'Asia/Tokyo',
    viewport: { width, height },
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
    acceptDownloads: true,
    // Each window from an address of its own: log-ins are counted by it.
    extraHTTPHeaders: from(anyAddress()),
  });
  context.setDefaultTimeout(onThisMachine(30_000));
  context.on('weberror', (error) => complaints.push(String(error.error().stack)));
  context.on('console', (message) => {
    // Answers like 401 and 409 are part of a test, and shown by the pages.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
      complaints.push(message.text());
    }
  });
  return context;
}
