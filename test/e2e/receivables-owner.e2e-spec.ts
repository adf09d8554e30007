import { MoneyBench, useService } from '../support';
import { ChangeTaxIdUseCase } from '../../src/auth/merchants/change-tax-id.use-case';
import { SYSTEM_ACTOR } from '../../src/common/audit';

const service = useService({ worker: true });
const [CNPJ, OTHER] = ['11222333000181', '11444777000161'];

it('a receivable keeps its owner’s tax number as it was at capture, the merchant’s too (money contract §14)', async () => {
  const bench = await MoneyBench.open(service);
  const { id: merchantId } = bench.merchant;
  const call = (taxId: string) =>
    service.api.get(ChangeTaxIdUseCase, { strict: false }).execute(merchantId, taxId, SYSTEM_ACTOR);
  const captured = async (): Promise<unknown> => {
    const halves = [merchantId, bench.seller].map((recipient_id) => ({ recipient_id, percentage: 50 }));
    const { id } = await bench.capturedCard({ split_rules: halves });
    return service.dataSource.query(
      `SELECT wallet_id, owner_tax_id FROM receivables WHERE charge_id = $1 ORDER BY wallet_id = $2 DESC`,
      [id, merchantId],
    );
  };
  const [{ tax_id: sellers }] = await service.dataSource.query<[{ tax_id: string }]>(
    'SELECT tax_id FROM submerchants WHERE id = $1',
    [bench.seller],
  );
  const owned = (merchants: string | null) => [
    { wallet_id: merchantId, owner_tax_id: merchants },
    { wallet_id: bench.seller, owner_tax_id: sellers },
  ];
  await call(CNPJ);
  expect(await captured()).toEqual(owned(CNPJ));
  await call(OTHER);
  expect(await captured()).toEqual(owned(OTHER));
  const kept = await service.dataSource.query<{ owner_tax_id: string }[]>(
    'SELECT owner_tax_id FROM receivables WHERE wallet_id = $1 ORDER BY created_at',
    [merchantId],
  );
  expect(kept.map(({ owner_tax_id }) => owner_tax_id)).toEqual([CNPJ, OTHER]);
});
