import { Injectable } from '@nestjs/common';
import { type Bank, getBanks } from '@brazilian-utils/brazilian-utils/get-banks';
import { containsFolded, searchText } from '../common';
import { commonErrors } from '../common/errors';
import { type Page, pageOf } from '../common/http';
import type { ListBanksQuery } from './list-banks.query';

/** When the list was last taken over from the central bank: the day of the library's release (money contract §18). */
export const BANKS_AS_OF = '2026-09-17';

/** Who takes part in the central bank's transfer system and has a code. The list comes with the service and never changes while it runs. */
@Injectable()
export class BankReader {
  private readonly banks: readonly Bank[] = getBanks().sort(byCode);
  private readonly byCode = new Map(this.banks.map((bank) => [bank.code, bank]));
  private readonly byIspb = new Map(this.banks.map((bank) => [bank.ispb, bank]));
  private readonly texts = new Map(
    this.banks.map((bank) => [bank, searchText(bank.name, bank.code, bank.ispb)]),
  );

  /** One page of those that are searched for, by code. */
  list(query: ListBanksQuery): Page<Bank> {
    const { page, limit } = pageOf(query);
    const { search } = query;
    const found =
      search === undefined
        ? this.banks
        : this.banks.filter((bank) => containsFolded(this.texts.get(bank) ?? '', search));
    return {
      items: found.slice((page - 1) * limit, page * limit),
      ...{ page, limit, total: found.length, totalPages: Math.ceil(found.length / limit) },
    };
  }

  /** By its three digits, null when there is none. */
  find(code: string): Bank | null {
    return this.byCode.get(code) ?? null;
  }

  /** By its eight characters in the payment system, null when there is none. */
  findByIspb(ispb: string): Bank | null {
    return this.byIspb.get(ispb) ?? null;
  }

  /** Throws NOT_FOUND. */
  get(code: string): Bank {
    return found(this.find(code));
  }

  /** Throws NOT_FOUND. */
  getByIspb(ispb: string): Bank {
    return found(this.findByIspb(ispb));
  }
}

function byCode(one: Bank, other: Bank): number {
  return one.code < other.code ? -1 : 1;
}

function found(bank: Bank | null): Bank {
  if (bank === null) throw commonErrors.NOT_FOUND();
  return bank;
}
