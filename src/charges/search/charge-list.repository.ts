import { Injectable } from '@nestjs/common';
import { DataSource, In, type SelectQueryBuilder } from 'typeorm';
import {
  type CountedQuestion,
  CountedRows,
  type HitsWanted,
  type HitsWithRecords,
  ofPage,
  ownOf,
  type Page,
  paginate,
  type SearchedIn,
  SettledSearches,
} from '../../common/http';
import { Charge, type ChargeAttention } from '../charge.entity';
import { type ChargeRecord, ChargeRepository, recordsOf } from '../charge.repository';
import type { ChargeSplit } from '../splits/charge-split.entity';
import { SnapshotRunner } from '../../database';
import { ChargeSearch } from './charge-search.entity';
import { COUNTED_CHARGES } from './counted-charges';
import type { ListChargesQuery } from './list-charges.query';

/** Filters of operators, who see the charges of all merchants. */
type ListAnyQuery = ListChargesQuery & {
  readonly merchant_id?: string;
  readonly attention?: readonly ChargeAttention[];
};

interface CountedPage extends HitsWithRecords<Charge> {
  readonly splits: readonly ChargeSplit[] | null;
}

/** Lists of charges: by their counts where these tell what is asked for, else by looking at the rows (decision 0041). */
@Injectable()
export class ChargeListRepository {
  private readonly searches = new SettledSearches();
  private readonly counts: CountedRows;

  constructor(
    private readonly dataSource: DataSource,
    private readonly charges: ChargeRepository,
    snapshots: SnapshotRunner,
  ) {
    this.counts = new CountedRows(dataSource, snapshots, COUNTED_CHARGES);
  }

  /** One page of a merchant's charges, newest first. */
  async list(merchantId: string, query: ListChargesQuery): Promise<Page<ChargeRecord>> {
    return this.page(this.all().where({ merchantId }), query, 'part', merchantId);
  }

  /** As list, for operators: of all merchants, or of the one that the query names. */
  async listAny(query: ListAnyQuery): Promise<Page<ChargeRecord>> {
    const { merchant_id: merchantId, attention } = query;
    const builder = merchantId === undefined ? this.all().where('TRUE') : this.all().where({ merchantId });
    if (attention !== undefined) builder.andWhere({ attention: In([...attention]) });
    return this.page(builder, query, 'whole', merchantId ?? null);
  }

  /** Folds at most so many changes into the counts; answers how many they were. */
  async foldCounts(atMost: number): Promise<number> {
    return this.counts.fold(atMost);
  }

  private all(): SelectQueryBuilder<Charge> {
    return this.dataSource.manager.createQueryBuilder(Charge, 'charge');
  }

  private async page(
    builder: SelectQueryBuilder<Charge>,
    query: ListAnyQuery,
    found: 'part' | 'whole',
    merchantId: string | null,
  ): Promise<Page<ChargeRecord>> {
    if (query.payment_method !== undefined) builder.andWhere({ paymentMethod: query.payment_method });
    if (query.submerchant_id !== undefined) builder.andWhere({ submerchantId: query.submerchant_id });
    if (query.external_id !== undefined) builder.andWhere({ externalId: query.external_id });
    let splits = null as readonly ChargeSplit[] | null;
    const findHits = async (wanted: HitsWanted): Promise<HitsWithRecords<Charge>> => {
      const counted = await this.readCounted(countedBy(query, merchantId), query, wanted);
      splits = counted.splits;
      return counted;
    };
    const { items, ...page } = await paginate(builder, query, {
      alias: 'charge',
      ...(merchantId === null ? {} : { merchantId }),
      status: 'charge.status',
      search: 'charge.searchText',
      taxId: { column: 'charge.customerTaxId', found },
      ...(isSettled(query)
        ? { settled: { searches: this.searches, key: keyOf(query, merchantId, found) } }
        : {}),
      ...(query.search === undefined
        ? isCounted(query, merchantId) && { findHits }
        : { searchedIn: this.searchedIn(query, found, merchantId) }),
    });
    if (splits !== null) return { ...page, items: recordsOf(items, splits) };
    return { ...page, items: await this.charges.listRecords(this.dataSource.manager, items) };
  }

  /** A page by its counts; with the parts of its charges where their merchant is known, by whom they are found. */
  private async readCounted(
    question: CountedQuestion,
    query: ListAnyQuery,
    wanted: HitsWanted,
  ): Promise<CountedPage> {
    const { merchantId } = question;
    const [hits, records, splits] = await this.counts.readPage<[Charge[], ChargeSplit[] | null]>(
      question,
      query,
      wanted,
      (snapshot) => [
        () => snapshot.findBy(Charge, { ...ownOf(question), id: ofPage() }),
        async () =>
          merchantId === null ? null : this.charges.listSplits(snapshot, { merchantId, chargeId: ofPage() }),
      ],
    );
    return { ...hits, records, splits };
  }

  /** What is found there instead of among the charges themselves, and how many there are of which (decision 0003). */
  private searchedIn(query: ListAnyQuery, found: 'part' | 'whole', merchantId: string | null): SearchedIn {
    const builder = this.searched(query);
    const ofLargeOwner = this.searched(query);
    if (merchantId !== null) {
      builder.andWhere('found.merchantId = CAST(:owner AS uuid)', { owner: merchantId });
      ofLargeOwner.andWhere('CAST(found.merchantId AS text) = :owner', { owner: merchantId });
    }
    return {
      builder,
      ofLargeOwner,
      alias: 'found',
      status: 'charge.status',
      search: 'found.searchText',
      taxId: { column: 'found.customerTaxId', found },
      ...(isCounted(query, merchantId) && {
        count: () => this.counts.count(countedBy(query, merchantId), query),
      }),
    };
  }

  /** What searches look at, of all merchants; joined with the charges for what may change of them or is not in there. */
  private searched(query: ListAnyQuery): SelectQueryBuilder<ChargeSearch> {
    const builder = this.dataSource.manager.createQueryBuilder(ChargeSearch, 'found').where('TRUE');
    const {
      payment_method: method,
      submerchant_id: submerchantId,
      status,
      external_id: reference,
      attention,
    } = query;
    if (method !== undefined) builder.andWhere('found.paymentMethod = :method', { method });
    if (submerchantId !== undefined)
      builder.andWhere('found.submerchantId = :submerchantId', { submerchantId });
    if ([status, reference, attention].some((filter) => filter !== undefined))
      builder.innerJoin(Charge, 'charge', 'charge.merchantId = found.merchantId AND charge.id = found.id');
    if (reference !== undefined) builder.andWhere('charge.externalId = :reference', { reference });
    if (attention !== undefined) builder.andWhere('charge.attention IN (:...attention)', { attention });
    return builder;
  }
}

function countedBy(query: ListAnyQuery, merchantId: string | null): CountedQuestion {
  return { merchantId, part: query.submerchant_id, kind: query.payment_method };
}

/** A submerchant's charges are counted beside its merchant's. */
function isCounted(
  { external_id: externalId, attention, submerchant_id: submerchantId }: ListAnyQuery,
  merchantId: string | null,
): boolean {
  const uncounted = [externalId, attention].some((filter) => filter !== undefined);
  return !uncounted && (submerchantId === undefined || merchantId !== null);
}

/** No charge is deleted, and of what a list asks for only status and attention ever change. */
function isSettled({ search, status, attention }: ListAnyQuery): boolean {
  return search !== undefined && status === undefined && attention === undefined;
}

/** The same for the same question: another page of it too. */
function keyOf(query: ListAnyQuery, merchantId: string | null, found: string): string {
  const { cursor: _cursor, page: _page, limit: _limit, ...asked } = query;
  return JSON.stringify([
    merchantId,
    found,
    Object.entries(asked).sort(([one], [other]) => (one < other ? -1 : 1)),
  ]);
}
