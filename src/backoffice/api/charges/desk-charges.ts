import { Injectable } from '@nestjs/common';
import { MerchantReader } from '../../../auth';
import { ChargeDetailsReader, ChargeRepository } from '../../../charges';
import type { Page } from '../../../common/http';
import { SubmerchantReader } from '../../../submerchants';
import {
  type ChargeNames,
  type DeskChargeDetailResponse,
  type DeskChargeResponse,
  toDeskChargeDetailResponse,
  toDeskChargeResponse,
} from './charge.responses';
import type { DeskChargesQuery } from './desk-charges.query';

interface NamedIds {
  readonly merchantId: string;
  readonly submerchantId: string | null;
}

/** Charges of all merchants, with the names of those they belong to. */
@Injectable()
export class DeskCharges {
  constructor(
    private readonly charges: ChargeRepository,
    private readonly files: ChargeDetailsReader,
    private readonly merchants: MerchantReader,
    private readonly submerchants: SubmerchantReader,
  ) {}

  async list(query: DeskChargesQuery): Promise<Page<DeskChargeResponse>> {
    const page = await this.charges.listAny(query);
    const namesOf = await this.names(page.items.map(({ charge }) => charge));
    return { ...page, items: page.items.map((item) => toDeskChargeResponse(item, namesOf(item.charge))) };
  }

  /** Throws NOT_FOUND. */
  async read(id: string): Promise<DeskChargeDetailResponse> {
    const file = await this.files.get(id);
    const namesOf = await this.names([file.charge]);
    return toDeskChargeDetailResponse(file, namesOf(file.charge));
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
