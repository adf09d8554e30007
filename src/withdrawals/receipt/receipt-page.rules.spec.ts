import { toReceiptPage } from './receipt-page.rules';

const NOBODY = { name: null, tax_id: null };
const RECEIPT = {
  ...{ withdrawal_id: 'w', amount: 123_456_789, paid_at: '2026-11-25T02:04:05.678Z' },
  ...{ end_to_end_id: 'E1', authentication: null },
  payer: { name: 'Ana', tax_id: '*******4725' },
  payee: { ...NOBODY, pix_key: null, ispb: '00000000', branch: '1', account: '**345' },
};

describe('the receipt as a page', () => {
  it('is in reais and in the time of São Paulo, and leaves out what nobody told', () => {
    expect(toReceiptPage(RECEIPT, 'Banco do Brasil')).toEqual({
      title: 'Comprovante de transferência',
      at: RECEIPT.paid_at,
      sections: [
        {
          heading: null,
          rows: [
            ['Valor', 'R$ 1.234.567,89'],
            ['Pago em', '24/11/2026, 23:04:05 (horário de Brasília)'],
          ],
        },
        {
          heading: 'De',
          rows: [
            ['Nome', 'Ana'],
            ['CPF/CNPJ', '*******4725'],
          ],
        },
        {
          heading: 'Para',
          rows: [
            ['Instituição', 'Banco do Brasil · ISPB 00000000'],
            ['Agência', '1'],
            ['Conta', '**345'],
          ],
        },
        {
          heading: 'Identificação',
          rows: [
            ['ID da transação', 'E1'],
            ['Saque', 'w'],
          ],
        },
      ],
    });
  });

  it('names a bank that is not in the list by its number, and none where a key says where to', () => {
    const rowsOf = (ispb: string | null) => {
      const { sections } = toReceiptPage({ ...RECEIPT, payee: { ...RECEIPT.payee, ispb } }, null);
      return sections.flatMap(({ rows }) => rows).filter(([label]) => label === 'Instituição');
    };
    expect(rowsOf('99999999')).toEqual([['Instituição', 'ISPB 99999999']]);
    expect(rowsOf(null)).toEqual([]);
  });
});
