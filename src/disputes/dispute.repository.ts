import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, In, type SelectQueryBuilder } from 'typeorm';
import type { DisputableCharge } from '../charges';
import { type Page, paginate } from '../common/http';
import { prepared, type Reading, type Tx } from '../database';
import { DisputeBearer } from './dispute-bearer.entity';
import { DisputeSource } from './dispute-source.entity';
import { Dispute, type StoredEvidence } from './dispute.entity';
import type { ListDisputesQuery } from './list-disputes.query';

/** A dispute, who bears it, and where the money was taken from. */
export interface DisputeRecord {
  readonly dispute: Dispute;
  readonly bearers: DisputeBearer[];
  readonly sources: DisputeSource[];
}

const IS_BORNE_BY = `EXISTS (
  SELECT FROM dispute_bearers AS bearer
   WHERE bearer.merchant_id = dispute.merchant_id AND bearer.dispute_id = dispute.id AND bearer.wallet_id = :wallet
)`;

/** How many are asked for is hidden from the planner (decision 0028). */
const LIST_OPEN = prepared(
  `SELECT dispute.charge_id AS "chargeId" FROM unnest((SELECT $1::uuid[]), $2::uuid[]) AS key (merchant_id, charge_id)
     JOIN disputes AS dispute USING (merchant_id, charge_id) WHERE dispute.status IN ('open', 'contested')`,
);

/** All statements about disputes. */
@Injectable()
export class DisputeRepository {
  constructor(private readonly dataSource: DataSource) {}

  async find(
    merchantId: string,
    id: string,
    on: Reading = this.dataSource.manager,
  ): Promise<DisputeRecord | null> {
    return this.withParts(on, await on.findOneBy(Dispute, { merchantId, id }));
  }

  /** As find, for operators: whosesoever it is. */
  async findAny(id: string): Promise<DisputeRecord | null> {
    const { manager } = this.dataSource;
    return this.withParts(manager, await manager.findOneBy(Dispute, { id }));
  }

  /** One page of a merchant's, newest first. */
  async list(merchantId: string, query: ListDisputesQuery): Promise<Page<DisputeRecord>> {
    return this.page(this.all().where({ merchantId }), query, { merchantId, oldestFirst: false });
  }

  /** As list, for operators: of all merchants, or of the one that the query names, oldest first. */
  async listAny(query: ListDisputesQuery & { readonly merchant_id?: string }): Promise<Page<DisputeRecord>> {
    const { merchant_id: merchantId } = query;
    const builder = merchantId === undefined ? this.all().where('TRUE') : this.all().where({ merchantId });
    return this.page(builder, query, { oldestFirst: true });
  }

  /** Locks one whose charge is locked. */
  async lock(tx: Tx, where: { merchantId: string; id: string }): Promise<DisputeRecord | null> {
    return this.withParts(tx, await this.locked(tx).where(where).getOne());
  }

  /** As lock, by the name that the institution of the charge gave it. */
  async lockNamed(
    tx: Tx,
    where: { merchantId: string; chargeId: string; providerDisputeId: string },
  ): Promise<DisputeRecord | null> {
    return this.withParts(tx, await this.locked(tx).where(where).getOne());
  }

  /** Locks all of a locked charge, the oldest first. */
  async lockOfCharge(tx: Tx, merchantId: string, chargeId: string): Promise<DisputeRecord[]> {
    const query = this.locked(tx).where({ merchantId, chargeId });
    const disputes = await query.orderBy('dispute.openedAt').addOrderBy('dispute.id').getMany();
    return this.withAllParts(tx, disputes);
  }

  /** All of a locked charge. */
  async listOfCharge(tx: Tx, merchantId: string, chargeId: string): Promise<Dispute[]> {
    return tx.findBy(Dispute, { merchantId, chargeId });
  }

  /** The ids of those of these charges that have one without an outcome. */
  async listOpen(tx: Tx, charges: readonly DisputableCharge[]): Promise<ReadonlySet<string>> {
    const rows = await tx.query<{ chargeId: string }[]>(LIST_OPEN, [
      charges.map(({ merchantId }) => merchantId),
      charges.map(({ id }) => id),
    ]);
    return new Set(rows.map(({ chargeId }) => chargeId));
  }

  async insert(tx: Tx, { dispute, bearers, sources }: DisputeRecord): Promise<void> {
    await tx.insert(Dispute, dispute);
    await tx.insert(DisputeBearer, bearers);
    await this.insertSources(tx, sources);
  }

  async insertSources(tx: Tx, sources: readonly DisputeSource[]): Promise<void> {
    if (sources.length > 0) await tx.insert(DisputeSource, [...sources]);
  }

  /** Writes what a change may touch of a locked dispute. */
  async update(tx: Tx, dispute: Dispute): Promise<void> {
    const { merchantId, id, status, amountCents, reportedCents, blockedCents, debitedCents } = dispute;
    const { closedAt, updatedAt, version } = dispute;
    const change = {
      ...{ status, amountCents, reportedCents, blockedCents, debitedCents },
      ...{ closedAt, updatedAt, version },
    };
    await tx.update(Dispute, { merchantId, id }, change);
  }

  /** Writes what bearers bear now, and what is blocked of it. */
  async updateBearers(tx: Tx, bearers: readonly DisputeBearer[]): Promise<void> {
    for (const { merchantId, disputeId, position, amountCents, blockedCents } of bearers)
      await tx.update(DisputeBearer, { merchantId, disputeId, position }, { amountCents, blockedCents });
  }

  /** Keeps what the merchant says against it. */
  async updateStatement(
    tx: Tx,
    { merchantId, id }: Dispute,
    { statement, evidence }: { readonly statement: string; readonly evidence: readonly StoredEvidence[] },
  ): Promise<void> {
    await tx.update(Dispute, { merchantId, id }, { statement, evidence: [...evidence] });
  }

  /** Writes where the money of sources went back to. */
  async updateReturned(tx: Tx, sources: readonly DisputeSource[]): Promise<void> {
    const [first] = sources;
    if (first === undefined) return;
    await tx.query(
      `UPDATE dispute_sources AS row SET returned_to = new.returned_to
         FROM unnest($3::integer[], $4::text[]) AS new (position, returned_to)
        WHERE row.merchant_id = $1 AND row.dispute_id = $2 AND row.position = new.position`,
      [
        ...[first.merchantId, first.disputeId],
        sources.map(({ position }) => position),
        sources.map(({ returnedTo }) => returnedTo),
      ],
    );
  }

  private all(): SelectQueryBuilder<Dispute> {
    return this.dataSource.manager.createQueryBuilder(Dispute, 'dispute');
  }

  private locked(tx: Tx): SelectQueryBuilder<Dispute> {
    return tx.createQueryBuilder(Dispute, 'dispute').setLock('pessimistic_write');
  }

  private async page(
    builder: SelectQueryBuilder<Dispute>,
    query: ListDisputesQuery,
    spec: { readonly merchantId?: string; readonly oldestFirst: boolean },
  ): Promise<Page<DisputeRecord>> {
    if (query.kind !== undefined) builder.andWhere({ kind: query.kind });
    if (query.charge_id !== undefined) builder.andWhere({ chargeId: query.charge_id });
    if (query.wallet_id !== undefined) builder.andWhere(IS_BORNE_BY, { wallet: query.wallet_id });
    const page = await paginate(builder, query, {
      ...spec,
      alias: 'dispute',
      createdAt: 'openedAt',
      status: 'dispute.status',
      search: 'CAST(dispute.chargeId AS text)',
    });
    return { ...page, items: await this.withAllParts(this.dataSource.manager, page.items) };
  }

  private async withParts(manager: EntityManager, dispute: Dispute | null): Promise<DisputeRecord | null> {
    if (dispute === null) return null;
    const [record] = await this.withAllParts(manager, [dispute]);
    return record ?? null;
  }

  private async withAllParts(manager: EntityManager, disputes: readonly Dispute[]): Promise<DisputeRecord[]> {
    if (disputes.length === 0) return [];
    const where = {
      merchantId: In([...new Set(disputes.map(({ merchantId }) => merchantId))]),
      disputeId: In(disputes.map(({ id }) => id)),
    };
    const order = { disputeId: 'ASC', position: 'ASC' } as const;
    const bearers = await manager.find(DisputeBearer, { where, order });
    const sources = await manager.find(DisputeSource, { where, order });
    return disputes.map((dispute) => ({
      dispute,
      bearers: bearers.filter(({ disputeId }) => disputeId === dispute.id),
      sources: sources.filter(({ disputeId }) => disputeId === dispute.id),
    }));
  }
}
