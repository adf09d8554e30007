import { Injectable } from '@nestjs/common';
import type { Tx } from '../../database';
import type { AnsweredCall, OutcomeWriter, PreparedOutcome } from '../../providers';
import type { Taken } from '../changes/taking';
import { ChargeLifecycle } from '../charge.lifecycle';
import { ChargeRepository } from '../charge.repository';
import { replyTo } from './charge-replies';

interface PreparedCapture extends PreparedOutcome {
  readonly taken: Taken;
}

/** Writes captures that providers have made at the same time, in as many statements as one (decision 0028). */
@Injectable()
export class CaptureOutcomesService implements OutcomeWriter<PreparedCapture> {
  constructor(
    private readonly charges: ChargeRepository,
    private readonly lifecycle: ChargeLifecycle,
  ) {}

  joins({ call, outcome }: AnsweredCall): boolean {
    return call.kind === 'capture' && outcome.kind === 'done';
  }

  async prepare(tx: Tx, answered: readonly AnsweredCall[]): Promise<((() => PreparedCapture) | null)[]> {
    const keys = answered.map(({ call: { merchantId, subjectId: id } }) => ({ merchantId, id }));
    const records = await this.charges.lockFree(tx, keys);
    const captures = answered.flatMap(({ call: { kind, amountCents }, outcome }, index) => {
      const [record, at] = [records[index] ?? null, 'at' in outcome ? outcome.at : undefined];
      return record === null ? [] : [{ record, amountCents, at, kind }];
    });
    const makes = await this.lifecycle.prepareCaptures(tx, captures);
    const prepared = captures.map(({ record, kind }, index) => {
      const make = makes[index] ?? null;
      return make && (() => ({ taken: make(), reply: replyTo(kind, record) }));
    });
    return records.map((record) => prepared[captures.findIndex((one) => one.record === record)] ?? null);
  }

  async write(tx: Tx, prepared: readonly PreparedCapture[]): Promise<void> {
    await this.lifecycle.saveTaken(
      tx,
      prepared.map(({ taken }) => taken),
    );
  }
}
