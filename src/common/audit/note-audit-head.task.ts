import { Injectable, Logger, type OnApplicationBootstrap, Optional } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { MINUTE_MS } from '../time';
import { errorMessage } from '../text';
import { AppConfig } from '../../config';
import { DatabaseGate } from '../../database';
import type { ScheduledTask } from '../queue';
import { keyCheckOf } from './chain';
import type { StoredHead } from './chain-walk';

/**
 * Writes the head of the audit log into the process log, at the start and from time to time, besides every append: the
 * command line has no log, and what it appended must be on record elsewhere too (decision 0018).
 */
@Injectable()
export class NoteAuditHeadTask implements OnApplicationBootstrap, ScheduledTask {
  readonly name = 'audit-head';
  readonly everyMs = 10 * MINUTE_MS;
  private readonly logger = new Logger(NoteAuditHeadTask.name);
  private last = { line: '', atMs: -Infinity };

  constructor(
    private readonly dataSource: DataSource,
    private readonly config: AppConfig,
    @Optional() private readonly gate?: DatabaseGate,
  ) {}

  /** A worker may start before its database, and is not held up by it. */
  async onApplicationBootstrap(): Promise<void> {
    if (this.gate === undefined) await this.noteAtStart();
    else void this.gate.opened().then((isOpen) => (isOpen ? this.noteAtStart() : undefined));
  }

  /** Before its migrations a process has no log to tell of; it starts, and says elsewhere that it is not ready. */
  private async noteAtStart(): Promise<void> {
    try {
      await this.run();
    } catch (error) {
      this.logger.warn(`audit head: ${errorMessage(error)}`);
    }
  }

  async run(): Promise<void> {
    const rows = await this.dataSource.query<StoredHead[]>('SELECT entries, mac, key_check FROM audit_head');
    const head = rows[0];
    if (head === undefined) {
      this.logger.error('audit head: missing; see docs/operations.md');
      return;
    }
    this.logOnce(`audit head: ${head.entries} entries, mac ${head.mac.toString('hex')}`);
    if (head.key_check !== null && !head.key_check.equals(keyCheckOf(this.config.crypto.auditKey)))
      this.logger.error('audit head: AUDIT_KEY is not the key of this log, nothing can be added to it');
  }

  /** A schedule that is new is due at once, beside what is logged at the start: once is enough. */
  private logOnce(line: string): void {
    const nowMs = performance.now();
    if (line === this.last.line && nowMs - this.last.atMs < MINUTE_MS) return;
    this.last = { line, atMs: nowMs };
    this.logger.log(line);
  }
}
