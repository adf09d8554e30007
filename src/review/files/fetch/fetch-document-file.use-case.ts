import { Injectable, Logger } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Counter, Histogram } from 'prom-client';
import { Clock, IdGenerator, TenantBudget } from '../../../common';
import { CodedError } from '../../../common/errors';
import { Metrics } from '../../../common/metrics';
import { TxRunner } from '../../../database';
import { UploadReader } from '../../../documents';
import { DocumentFileRepository, type Fetching, type HostedFile } from '../document-file.repository';
import type { FileFaultData } from '../file-fault.data';
import { type FileErrorCode, fileErrors, unavailable } from '../file.errors';
import { type FileFacts, FileSealingService } from '../file-sealing.service';
import { FETCH_TIMEOUT_MS, FileDownloadService } from './file-download.service';

/** Longer than a fetch with its storing takes: a process that died is taken over after that. */
const LEASE_MS = FETCH_TIMEOUT_MS + 5_000;
/** For how long a view waits for a free slot, or for a fetch of another process: one that died, and then its own. */
const WAIT_TIMEOUT_MS = LEASE_MS + FETCH_TIMEOUT_MS;
const LOOK_EVERY_MS = 200;
const FETCHES_AT_ONCE = 12;
const FETCHES_OF_ONE_MERCHANT = 4;

/**
 * Fetches the file of a document the first time that somebody looks at it: once, however many look at once in however many
 * processes. The right to fetch is a lease in the row, so that neither a transaction nor a connection is held meanwhile, and
 * whoever comes next takes over from a process that died.
 */
@Injectable()
export class FetchDocumentFileUseCase {
  private readonly logger = new Logger(FetchDocumentFileUseCase.name);
  private readonly slots = new TenantBudget(FETCHES_AT_ONCE, FETCHES_OF_ONE_MERCHANT);
  private readonly running = new Map<string, Promise<FileFacts>>();
  private readonly outcomes: Counter<'outcome'>;
  private readonly durations: Histogram<never>;

  constructor(
    private readonly files: DocumentFileRepository,
    private readonly downloads: FileDownloadService,
    private readonly uploads: UploadReader,
    private readonly sealing: FileSealingService,
    private readonly transactions: TxRunner,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
    metrics: Metrics,
  ) {
    this.outcomes = metrics.counter(
      'repasse_document_files_total',
      'Fetches of document files by outcome: kept, or the code of the failure',
      ['outcome'],
    );
    this.durations = metrics.histogram(
      'repasse_document_file_fetch_duration_seconds',
      'Duration of fetches of document files',
      [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
    );
  }

  /** Throws FILE_UNAVAILABLE, FILE_TOO_LARGE, FILE_TYPE_REFUSED; NOT_FOUND when the document is deleted in between. */
  async execute(file: HostedFile): Promise<FileFacts> {
    const { documentId } = file;
    const running = this.running.get(documentId);
    if (running !== undefined) return running;
    const started = this.inSlot(file).finally(() => this.running.delete(documentId));
    this.running.set(documentId, started);
    return started;
  }

  private async inSlot(file: HostedFile): Promise<FileFacts> {
    if (!(await this.slots.take(file.merchantId, 1, WAIT_TIMEOUT_MS))) {
      throw unavailable('too_many_fetches', 'too many others are being fetched at this moment');
    }
    try {
      return await this.claimOrWait(file);
    } finally {
      this.slots.release(file.merchantId, 1);
    }
  }

  private async claimOrWait(file: HostedFile): Promise<FileFacts> {
    const waitUntil = performance.now() + WAIT_TIMEOUT_MS;
    let watched: string | null = null;
    for (;;) {
      const attemptId = this.ids.next();
      if (await this.transactions.run((tx) => this.files.claim(tx, file, attemptId, LEASE_MS))) {
        return this.fetchAndKeep(file, attemptId);
      }
      let fetching: Fetching;
      do {
        fetching = await this.files.getFetching(file);
        if (fetching.kept !== null) return fetching.kept;
        // What the attempt came to that this view waited for is its own answer too.
        if (!fetching.leased && fetching.attemptId === watched && fetching.failure !== null) {
          const { code, message, data } = fetching.failure;
          throw fileErrors[code]({ message, data });
        }
        if (performance.now() > waitUntil)
          throw unavailable('still_fetched', 'another fetch of it has not ended yet');
        watched = fetching.attemptId;
        if (fetching.leased) await sleep(LOOK_EVERY_MS);
      } while (fetching.leased);
    }
  }

  private async fetchAndKeep(file: HostedFile, attemptId: string): Promise<FileFacts> {
    const { merchantId, documentId } = file;
    const stop = this.durations.startTimer();
    try {
      const { bytes, contentType, sha256 } =
        (await this.uploads.find(file)) ?? (await this.downloads.fetch(file.fileUrl, file.mode));
      stop();
      const facts: FileFacts = { merchantId, documentId, contentType, sizeBytes: bytes.length, sha256 };
      const sealed = this.sealing.seal(facts, bytes);
      await this.transactions.run((tx) => this.files.updateKept(tx, facts, sealed, this.clock.now()));
      this.outcomes.inc({ outcome: 'kept' });
    } catch (error) {
      if (!isFileError(error)) throw error;
      stop();
      this.outcomes.inc({ outcome: error.code });
      this.logger.log(`document ${documentId}: ${error.message}`);
      const { code, message, data } = error;
      const failure = { code, message, data };
      await this.transactions.run((tx) => this.files.updateFailed(tx, file, attemptId, failure));
      throw error;
    }
    // As it is kept: another process may have been faster, after this one had been stopped for longer than its lease.
    const { kept } = await this.files.getFetching(file);
    if (kept === null) throw new Error('a file that was kept is there');
    return kept;
  }
}

function isFileError(
  error: unknown,
): error is CodedError & { readonly code: FileErrorCode; readonly data: FileFaultData } {
  return error instanceof CodedError && error.code in fileErrors;
}
