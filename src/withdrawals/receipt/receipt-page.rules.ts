import type { WithdrawalReceiptResponse } from './receipt.response';

/** A page of labels and values, ready to be drawn. */
export interface ReceiptPage {
  readonly title: string;
  /** ISO 8601: the document is of then, whenever it is drawn. */
  readonly at: string;
  readonly sections: readonly ReceiptSection[];
}

interface ReceiptSection {
  readonly heading: string | null;
  readonly rows: readonly (readonly [label: string, value: string])[];
}

const reais = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });
const moment = new Intl.DateTimeFormat('pt-BR', {
  timeZone: 'America/Sao_Paulo',
  ...{ day: '2-digit', month: '2-digit', year: 'numeric' },
  ...{ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
});

/**
 * The receipt for people, in Portuguese: what the JSON says, nothing more. What nobody told has no row.
 * @param institution the name of the payee's bank, null: not known
 */
export function toReceiptPage(receipt: WithdrawalReceiptResponse, institution: string | null): ReceiptPage {
  const { payer, payee, paid_at: at } = receipt;
  const bank = [institution, payee.ispb === null ? null : `ISPB ${payee.ispb}`].filter(isKnown).join(' · ');
  return {
    title: 'Comprovante de transferência',
    at,
    sections: [
      section(null, [
        ['Valor', plain(reais.format(receipt.amount / 100))],
        ['Pago em', `${plain(moment.format(new Date(at)))} (horário de Brasília)`],
      ]),
      section('De', [
        ['Nome', payer.name],
        ['CPF/CNPJ', payer.tax_id],
      ]),
      section('Para', [
        ['Nome', payee.name],
        ['CPF/CNPJ', payee.tax_id],
        ['Chave Pix', payee.pix_key],
        ['Instituição', bank === '' ? null : bank],
        ['Agência', payee.branch],
        ['Conta', payee.account],
      ]),
      section('Identificação', [
        ['ID da transação', receipt.end_to_end_id],
        ['Autenticação', receipt.authentication],
        ['Saque', receipt.withdrawal_id],
      ]),
    ],
  };
}

function section(heading: string | null, rows: (readonly [string, string | null])[]): ReceiptSection {
  return {
    heading,
    rows: rows.flatMap(([label, value]) => (isKnown(value) ? [[label, value] as const] : [])),
  };
}

function isKnown(value: string | null): value is string {
  return value !== null;
}

/** With spaces as anyone types them: the formats' own are narrow or do not break. */
function plain(text: string): string {
  return text.replace(/\s/g, ' ');
}
