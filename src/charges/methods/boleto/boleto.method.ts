import { iso } from '../../../common';
import { addDays, localDay, startOfDay } from '../../../common/calendar';
import type { ErrorDetail } from '../../../common/errors';
import { type BoletoInstructions, boletoPort } from '../../../providers';
import type { MethodDefinition } from '../method';
import { BoletoDetailsBody } from './boleto.body';
import { type BoletoDetails, BoletoDetailsResponse, toBoletoDetailsResponse } from './boleto.response';

const DEFAULT_DUE_DAYS = 3;
const LAST_DUE_DAYS = 365;
/** A boleto is taken until the end of the third day after its due date (contract §6). */
const DAYS_OF_GRACE = 3;

export const boleto: MethodDefinition<BoletoDetailsBody, BoletoDetails, BoletoInstructions> = {
  requiresTaxId: true,
  body: BoletoDetailsBody,
  response: BoletoDetailsResponse,

  findFaults({ due_date: dueDate }, now): ErrorDetail[] {
    if (dueDate === undefined) return [];
    const today = localDay(now);
    if (dueDate >= today && dueDate <= addDays(today, LAST_DUE_DAYS)) return [];
    const message = 'must be today or a day up to 365 days from now, in America/Sao_Paulo';
    return [{ field: 'payment_details.due_date', code: 'out_of_range', message }];
  },

  obtain({ adapter, access }, { key, body, amountCents, payer, description, now }) {
    const { instructions = [] } = body;
    const dueDate = dueDateOf(body, now);
    return boletoPort(adapter).createBoleto(access, key, {
      amountCents,
      payer,
      description,
      dueDate,
      instructions,
    });
  },

  rows(body, { reference, barcode, digitableLine }, now) {
    const dueDate = dueDateOf(body, now);
    return {
      details: {
        due_date: dueDate,
        instructions: body.instructions ?? [],
        barcode,
        digitable_line: digitableLine,
        our_number: reference,
        paid_at: null,
      },
      reference,
      expiresAt: startOfDay(addDays(dueDate, DAYS_OF_GRACE + 1)),
      installments: null,
      autoCapture: true,
      cardToken: null,
    };
  },

  paid: (details, { at }) => ({ ...details, paid_at: iso(at) }),
  toResponse: toBoletoDetailsResponse,
};

function dueDateOf(body: BoletoDetailsBody, now: Date): string {
  return body.due_date ?? addDays(localDay(now), DEFAULT_DUE_DAYS);
}
