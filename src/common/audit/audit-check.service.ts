import { Injectable } from '@nestjs/common';
import type { Reading } from '../../database';
import type { BrokenRow, InvariantCheck } from '../invariants';
import { AuditChain } from './audit-chain';

/** Every entry of the audit log is the one that was written: only whoever has the key can tell. */
@Injectable()
export class AuditCheckService implements InvariantCheck {
  readonly name = 'every entry of the audit log is the one that was written';

  constructor(private readonly chain: AuditChain) {}

  async check(snapshot: Reading): Promise<readonly BrokenRow[]> {
    const { firstBroken } = await this.chain.verifyOn(snapshot, null);
    return firstBroken === null ? [] : [{ ...firstBroken }];
  }
}
