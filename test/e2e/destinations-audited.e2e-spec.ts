import { auditOf, useService } from '../support';
import { Payouts } from '../support/payouts';

const service = useService({ worker: true });

describe('changing where money goes is in the audit log (money contract §12)', () => {
  it('with the key pair that did it, and where it leads, masked', async () => {
    const payouts = await Payouts.open(service);
    const path = `/v1/wallets/${payouts.seller}`;
    await payouts.destination('first');
    const second = await payouts.destination('second');
    const automatic_withdrawal = {
      ...{ frequency: 'daily', minimum_amount: 100, retain_amount: 0, destination_id: second },
    };
    // What changes nothing leaves nothing: a name, the same default or terms again, a second removal.
    for (const body of [{ nickname: 'Banco' }, { is_default: true }, { is_default: true }])
      await payouts.client.patch(`${path}/destinations/${second}`, body);
    for (const said of [automatic_withdrawal, automatic_withdrawal, null, null])
      await payouts.client.patch(path, { automatic_withdrawal: said });
    for (let times = 0; times < 2; times += 1) await payouts.client.delete(`${path}/destinations/${second}`);

    const { publicKey } = payouts.bench.merchant;
    const by = { actor_kind: 'merchant', actor_email: null };
    const details = {
      ...{ wallet_id: payouts.seller, type: 'pix_key', pix_key: 's*****@sandbox.example' },
      public_key: publicKey,
    };
    expect(await auditOf(service, second)).toEqual(
      ['destination.added', 'destination.made_default', 'destination.removed'].map((action) => ({
        ...{ action, ...by, target_id: second, details },
      })),
    );
    const ofWallet = await auditOf(service, payouts.seller);
    expect(ofWallet.filter(({ actor_kind }) => actor_kind === 'merchant')).toEqual(
      [automatic_withdrawal, null].map((said) => ({
        ...{ action: 'wallet.automatic_withdrawal_changed', ...by, target_id: payouts.seller },
        details: { automatic_withdrawal: said, public_key: publicKey },
      })),
    );
    const entries = await service.operator({ role: 'admin' });
    const { body } = await entries.client.get(`/v1/review/audit?target_id=${second}&limit=1`);
    expect(body.data[0]).toMatchObject({
      ...{ action: 'destination.removed', actor: { kind: 'merchant' } },
      target: {
        ...{ type: 'destination', id: second, submerchant_id: payouts.seller },
        name: (await payouts.client.get(path)).body.data.owner.name,
      },
    });
  });
});
