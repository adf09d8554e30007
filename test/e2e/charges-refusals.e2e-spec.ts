import { useCharging } from '../support';
import { cardBody, pixBody } from '../support/charges';

const { merchant, charging } = useCharging();

describe('what a charge refuses in its status (contract §6)', () => {
  it('is said by the status that is shown, with no name of ours for what was asked', async () => {
    const { id: unpaid } = await charging.create(pixBody());
    const { id: voided } = await charging.create(pixBody());
    expect((await merchant.client.post(`/v1/charges/${voided}/void`)).status).toBe(200);
    const { id: card } = await charging.create(cardBody());
    const ask = async (path: string, body?: object): Promise<string> => {
      const answer = await merchant.client.post(`/v1/${path}`, body);
      return `${answer.status} ${answer.body.error}: ${answer.body.message}`;
    };
    const refused = (status: string): string =>
      `409 INVALID_STATE: The charge is ${status}: this is not possible in that status.`;
    expect(await ask(`charges/${unpaid}/refund`, { amount: 1 })).toBe(refused('pending'));
    expect(await ask(`charges/${unpaid}/capture`)).toBe(refused('pending'));
    expect(await ask(`charges/${voided}/void`)).toBe(refused('voided'));
    expect(await ask(`sandbox/charges/${voided}/chargeback`)).toBe(refused('voided'));
    expect(await ask(`sandbox/charges/${unpaid}/chargeback`)).toBe(
      '409 INVALID_STATE: The charge is pending: this is not possible now.',
    );
    expect(await ask(`sandbox/charges/${card}/expire`)).toBe(
      '409 INVALID_STATE: A card charge does not expire.',
    );
  });
});
