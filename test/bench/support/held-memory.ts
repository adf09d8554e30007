import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { WebSocket } from 'undici';
import type { Server } from './server';

/** What a process is started with whose memory is to be watched. */
export const WATCHED = { NODE_OPTIONS: '--inspect=127.0.0.1:0' };

/** What a process holds at most, looked at again and again when its garbage was collected: it says nothing of when V8 would do that. */
export class HeldMemory {
  private mostBytes = 0;
  private running = true;
  private readonly work: Promise<void>;

  private constructor(
    private readonly server: Server,
    private readonly inspector: WebSocket,
    private readonly everyMs: number,
  ) {
    this.work = this.watch();
  }

  static async of(server: Server, everyMs: number): Promise<HeldMemory> {
    const address = /Debugger listening on (ws:\S+)/.exec(server.output)?.[1];
    if (address === undefined) throw new Error('a process whose memory is watched is started with WATCHED');
    const inspector = new WebSocket(address);
    await once(inspector, 'open');
    return new HeldMemory(server, inspector, everyMs);
  }

  /** The most of what was seen since this was asked before, in bytes. */
  take(): number {
    const most = this.mostBytes;
    this.mostBytes = 0;
    return most;
  }

  /** The last look is over by then. */
  async end(): Promise<number> {
    this.running = false;
    await this.work;
    this.inspector.close();
    return this.take();
  }

  private async watch(): Promise<void> {
    for (let looks = 1; this.running; looks += 1) {
      await wait(this.everyMs);
      this.inspector.send(JSON.stringify({ id: looks, method: 'HeapProfiler.collectGarbage' }));
      await once(this.inspector, 'message');
      this.mostBytes = Math.max(this.mostBytes, this.server.residentBytes());
    }
  }
}
