import { ApiProperty } from '@nestjs/swagger';
import { percentOf } from '../anticipation.response';
import type { AnticipationPlan } from '../plan/plan-anticipation.service';
import { AnticipatedPartResponse, toAnticipatedPartResponse } from './anticipation-item.response';

const SHOWN = 500;
const cents = (description: string) =>
  ({ type: 'integer', description: `${description} In cents.` }) as const;

export class AnticipationSimulationResponse {
  @ApiProperty(cents('The net of its receivables.')) amount: number;

  @ApiProperty(cents('What it would cost: the sum of what each receivable costs.')) fee: number;

  @ApiProperty(cents('What would become available: amount − fee.')) payout: number;

  @ApiProperty({ description: 'What thirty days cost, in percent.' }) monthly_percentage: number;

  @ApiProperty({ format: 'date', description: 'A day in America/Sao_Paulo; days count from it.' })
  payment_date: string;

  @ApiProperty({ type: 'integer', description: 'Of receivables.' }) count: number;

  @ApiProperty({ description: 'How many days early a cent of it comes on average, with two decimals.' })
  average_days: number;

  @ApiProperty({ type: [AnticipatedPartResponse], description: `The first ${SHOWN}.` })
  items: AnticipatedPartResponse[];
}

export function toSimulationResponse(plan: AnticipationPlan): AnticipationSimulationResponse {
  const { totals } = plan;
  return {
    amount: totals.amountCents,
    fee: totals.feeCents,
    payout: totals.payoutCents,
    monthly_percentage: percentOf(plan.monthlyPpm),
    payment_date: plan.paymentDate,
    count: totals.count,
    average_days: totals.averageDays,
    items: plan.parts.slice(0, SHOWN).map(toAnticipatedPartResponse),
  };
}
