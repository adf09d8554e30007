import { Injectable } from '@nestjs/common';
import { MerchantReader } from '../../auth';
import { commonErrors } from '../../common/errors';
import type { Page } from '../../common/http';
import { SnapshotRunner } from '../../database';
import { ProviderAccountsService, ProviderCallsService } from '../../providers';
import { SubmerchantReader } from '../../submerchants';
import { ChargeRepository } from '../charge.repository';
import { ChargeListRepository } from '../search/charge-list.repository';
import { RefundRepository } from '../refund/refund.repository';
import { ReturnedPaymentRepository } from '../returns/returned-payment.repository';
import type { ListOperatorChargesQuery } from './list-operator-charges.query';
import {
  type ChargeDetails,
  type ChargeNames,
  type OperatorChargeDetailResponse,
  type OperatorChargeResponse,
  toOperatorChargeDetailResponse,
  toOperatorChargeResponse,
} from './operator-charge.response';

/** What grows with every refund is shown up to here, the newest first. */
const MAX_PARTS = 100;

interface NamedIds {
  readonly merchantId: string;
  readonly submerchantId: string | null;
}

/** Charges of all merchants, with the names of those they belong to. */
@Injectable()
export class OperatorChargeReader {
  constructor(
    private readonly charges: ChargeRepository,
    private readonly lists: ChargeListRepository,
    private readonly refunds: RefundRepository,
    private readonly returned: ReturnedPaymentRepository,
    private readonly calls: ProviderCallsService,
    private readonly accounts: ProviderAccountsService,
    private readonly snapshots: SnapshotRunner,
    private readonly merchants: MerchantReader,
    private readonly submerchants: SubmerchantReader,
  ) {}

  async list(query: ListOperatorChargesQuery): Promise<Page<OperatorChargeResponse>> {
    const page = await this.lists.listAny(query);
    const namesOf = await this.names(page.items.map(({ charge }) => charge));
    return { ...page, items: page.items.map((item) => toOperatorChargeResponse(item, namesOf(item.charge))) };
  }

  /** Throws NOT_FOUND. */
  async get(id: string): Promise<OperatorChargeDetailResponse> {
    const details = await this.read(id);
    const { charge } = details;
    const { adapter } = await this.accounts.get(charge.providerAccountId);
    const namesOf = await this.names([charge]);
    const recipients = await this.submerchants.listNames(
      details.splits.flatMap(({ merchantId, submerchantId }) =>
        submerchantId === null ? [] : [{ merchantId, id: submerchantId }],
      ),
    );
    return toOperatorChargeDetailResponse(
      { ...details, recipients, provider: adapter.name },
      namesOf(charge),
    );
  }

  /** A whole charge, whosesoever it is, from one snapshot of the database. */
  private async read(id: string): Promise<Omit<ChargeDetails, 'provider' | 'recipients'>> {
    return this.snapshots.run(async (manager) => {
      const found = await this.charges.findAny(manager, id);
      if (found === null) throw commonErrors.NOT_FOUND();
      const refunds = await this.refunds.listNewest(manager, found.charge, MAX_PARTS);
      const [history, steps] = await this.charges.listHistory(manager, found.charge, MAX_PARTS);
      const { merchantId } = found.charge;
      const subjects = [id, ...(await this.refunds.listIds(manager, merchantId, id))];
      const [calls, asked] = await this.calls.listOf(manager, merchantId, subjects, MAX_PARTS);
      const [returned, notTaken] = await this.returned.listOf(manager, merchantId, id, MAX_PARTS);
      const returnCalls = await this.calls.listStatuses(
        manager,
        merchantId,
        returned.map(({ callId }) => callId),
      );
      return {
        ...found,
        refunds: refunds.items,
        history,
        calls,
        returned,
        returnCalls,
        leftOut: {
          refunds: refunds.total - refunds.items.length,
          history: steps - history.length,
          calls: asked - calls.length,
          returned: notTaken - returned.length,
        },
      };
    });
  }

  /** The names of a whole page by two statements. */
  private async names(charges: readonly NamedIds[]): Promise<(charge: NamedIds) => ChargeNames> {
    const merchants = await this.merchants.findMany(charges.map(({ merchantId }) => merchantId));
    const submerchants = await this.submerchants.listNames(
      charges.flatMap(({ merchantId, submerchantId }) =>
        submerchantId === null ? [] : [{ merchantId, id: submerchantId }],
      ),
    );
    return ({ merchantId, submerchantId }) => {
      const merchant = merchants.get(merchantId);
      if (merchant === undefined) throw new Error('a charge has a merchant');
      const submerchant = submerchantId === null ? null : (submerchants.get(submerchantId) ?? null);
      return { merchant, submerchant };
    };
  }
}
