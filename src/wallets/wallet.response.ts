import { ApiProperty } from '@nestjs/swagger';
import { iso } from '../common';
import { maskedTaxId } from '../common/validation';
import type { ShownAutomatic } from './automatic/automatic-withdrawal.repository';
import {
  AutomaticWithdrawalResponse,
  toAutomaticWithdrawalResponse,
} from './automatic/automatic-withdrawal.response';
import type { UpcomingSettlement } from './upcoming-settlements.port';
import { type HeldCents, withdrawableCents } from './wallet.rules';
import { OWNER_TYPES, type Wallet } from './wallet.entity';
import { FROZEN_REASONS, shownState, WALLET_STATUSES } from './wallet.transitions';

const timestamp = { type: String, format: 'date-time' } as const;
const cents = (description: string) => ({ type: 'integer', description }) as const;

class WalletOwnerResponse {
  @ApiProperty({ enum: OWNER_TYPES })
  type: string;

  @ApiProperty()
  name: string;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'All but its last four characters are masked; null for a merchant that has told none.',
  })
  tax_id: string | null;
}

class BalanceResponse {
  @ApiProperty(cents('Settled.'))
  available: number;

  @ApiProperty(cents('Captured and not due.'))
  waiting_funds: number;

  @ApiProperty(cents('Held for withdrawals and refunds on their way.'))
  in_transit: number;

  @ApiProperty(cents('Held by a dispute or an operator.'))
  blocked: number;

  @ApiProperty(cents('Rolling reserve until its release.'))
  reserve: number;

  @ApiProperty(cents('What the owner owes; never below 0.'))
  debt: number;

  @ApiProperty(cents('What is available less the debt; 0 while the wallet is frozen.'))
  withdrawable: number;
}

class NextSettlementResponse {
  @ApiProperty({ format: 'date', description: 'A day in America/Sao_Paulo.' })
  due_date: string;

  @ApiProperty({ type: 'integer' })
  amount: number;
}

/** A wallet as its merchant sees it. */
export class WalletResponse {
  @ApiProperty({ format: 'uuid', description: "Its owner's id: the merchant's, or the submerchant's." })
  id: string;

  @ApiProperty({ type: WalletOwnerResponse })
  owner: WalletOwnerResponse;

  @ApiProperty({ enum: WALLET_STATUSES })
  status: string;

  @ApiProperty({ type: String, enum: [...FROZEN_REASONS, null], nullable: true })
  frozen_reason: string | null;

  @ApiProperty({ type: BalanceResponse, description: 'Exact at the moment of the answer, in cents.' })
  balance: BalanceResponse;

  @ApiProperty({ type: NextSettlementResponse, nullable: true })
  next_settlement: NextSettlementResponse | null;

  @ApiProperty({ type: AutomaticWithdrawalResponse, nullable: true, description: 'Null: not set up.' })
  automatic_withdrawal: AutomaticWithdrawalResponse | null;

  @ApiProperty({ enum: ['BRL'] })
  currency: string;

  @ApiProperty()
  livemode: boolean;

  @ApiProperty({ type: 'integer', description: 'Grows with every change but those of balances.' })
  version: number;

  @ApiProperty(timestamp)
  created_at: string;

  @ApiProperty(timestamp)
  updated_at: string;
}

/** A wallet as operators see it. */
export class OperatorWalletResponse extends WalletResponse {
  @ApiProperty({ format: 'uuid' })
  merchant_id: string;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'What its owner may owe at most, in cents; null: no bound.',
  })
  debt_limit: number | null;
}

/** A wallet with what its accounts hold, as it is answered and announced. */
export function toWalletResponse(
  wallet: Wallet,
  held: HeldCents,
  {
    next,
    automatic,
  }: { readonly next: UpcomingSettlement | null; readonly automatic: ShownAutomatic | null },
): WalletResponse {
  const { status, frozenReason } = shownState(wallet.state);
  return {
    id: wallet.id,
    owner: {
      type: wallet.ownerType,
      name: wallet.ownerName,
      tax_id: wallet.ownerTaxId === null ? null : maskedTaxId(wallet.ownerTaxId),
    },
    status,
    frozen_reason: frozenReason,
    balance: {
      available: held.available ?? 0,
      waiting_funds: held.waiting_funds ?? 0,
      in_transit: held.in_transit ?? 0,
      blocked: held.blocked ?? 0,
      reserve: held.reserve ?? 0,
      // An account's own sign is below 0 here; and no JSON says -0.
      debt: 0 - (held.debt ?? 0),
      withdrawable: status === 'frozen' ? 0 : withdrawableCents(held),
    },
    next_settlement: next === null ? null : { due_date: next.dueDate, amount: next.amountCents },
    automatic_withdrawal: automatic === null ? null : toAutomaticWithdrawalResponse(automatic),
    currency: 'BRL',
    livemode: wallet.isLive,
    version: wallet.version,
    created_at: iso(wallet.createdAt),
    updated_at: iso(wallet.updatedAt),
  };
}
