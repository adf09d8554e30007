import { join } from 'node:path';
import type { Server } from './server';

/** What a process is started with whose event loop is to be watched. */
export const STALLS_NOTED = { NODE_OPTIONS: `--require=${join(__dirname, 'stall-probe.cjs')}` };

const NOTED = /^stall of ([\d.]+) ms, ([\d.]+) ms at work$/m;

/**
 * For how long the event loop of a process stood still, at the worst, since it was begun.
 * Judged is the processor time that the process used meanwhile: a machine that gave it none is no fault of its code.
 */
export class Stalls {
  private readonly from: number;

  constructor(private readonly server: Server) {
    this.from = server.output.length;
    // Its own start is one: so nothing noted later says that it did not stand.
    if (!NOTED.test(server.output))
      throw new Error('a process whose stalls are watched is started with STALLS_NOTED');
  }

  /** Milliseconds, the longest of each: how long it stood, and how much of a stall was the process's own work. */
  worst(): { readonly stoodMs: number; readonly workedMs: number } {
    const noted = this.server.output.slice(this.from).matchAll(new RegExp(NOTED, 'gm'));
    const stalls = [...noted].map(([, stood, worked]) => ({ stood: Number(stood), worked: Number(worked) }));
    return {
      stoodMs: Math.max(0, ...stalls.map(({ stood }) => stood)),
      workedMs: Math.max(0, ...stalls.map(({ worked }) => worked)),
    };
  }
}
