import type { Tx, TxRunner } from '../../../database';
import type { Reply } from '../reply';
import { type Idempotency, KeyTaken } from './idempotency';
import type { IdempotencyRequest } from './idempotency-key';
import { KeyedGroups, type KeyedWrite, type KeyedWriter } from './keyed-groups';

/** How new things of one kind are written; each is made without a look at the database. */
export interface CreationWriter<Item extends KeyedWrite> {
  /** False for one whose transaction has more to do than what a group writes. */
  readonly joins?: (item: Item) => boolean;
  /** Holds what they need until their transaction ends, without waiting for it; who needs what another one holds is not free. */
  readonly hold?: {
    readonly needsNothing: (item: Item) => boolean;
    readonly free: (tx: Tx, items: readonly Item[]) => Promise<readonly boolean[]>;
  };
  readonly together: KeyedWriter<Item, Item>['together'];
  /** Writes one whose key is claimed, and waits as it may. */
  readonly alone: (tx: Tx, item: Item) => Promise<void>;
}

/** Writes what is new with its keys, all that wait in one statement. */
export class KeyedCreations<Item extends KeyedWrite> {
  private readonly groups: KeyedGroups<Item, Item>;

  constructor(
    private readonly transactions: TxRunner,
    private readonly idempotency: Idempotency,
    private readonly writer: CreationWriter<Item>,
  ) {
    const { hold, together } = writer;
    this.groups = new KeyedGroups(transactions, idempotency, {
      isOneStatement: (items) => hold === undefined || items.every((item) => hold.needsNothing(item)),
      hold: async (tx, items) => {
        const areFree = await hold?.free(tx, items);
        return items.map((item, index) => (areFree?.[index] === false ? null : () => item));
      },
      together,
      alone: (item) => this.alone(item),
    });
  }

  /**
   * Makes one and writes it; answers its reply, or that of an earlier request with this key. Throws what refuses it, and BusyError
   * when too many wait.
   */
  async write(key: IdempotencyRequest, make: () => Promise<Item>): Promise<Reply> {
    let item: Item;
    try {
      item = await make();
    } catch (error) {
      return this.idempotency.answeredOr(key, error);
    }
    return this.writer.joins?.(item) === false ? this.alone(item) : this.groups.write(item);
  }

  private async alone(item: Item): Promise<Reply> {
    const { key, reply } = item;
    return this.idempotency.once(key, async () => {
      await this.transactions.run(async (tx) => {
        // The key first: whoever repeats the request meanwhile, through another process, is told so.
        if (!(await this.idempotency.claim(tx, { request: key, answer: reply }))) throw new KeyTaken();
        await this.writer.alone(tx, item);
      }, key.bulkhead);
      return reply;
    });
  }
}
