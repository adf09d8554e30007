import type { Account } from '../paying';
import type { Scene } from './scene';

/** What becomes of a payout the sandbox decides by how the account ends (docs/sandbox.md). */
const BARROS: Account = { bank_code: '341', branch: '0412', account: '48204', account_digit: '4' };
const CANTINAS: Account = { bank_code: '237', branch: '1190', account: '0076103', account_digit: '6' };
const JOAOS_OLD: Account = { bank_code: '001', branch: '3150', account: '00018702', account_digit: 'X' };
const JOAOS: Account = { bank_code: '341', branch: '0921', account: '30577', account_digit: '7' };

/** How sellers are paid: what the treasurer finds done, and what waits. */
export const PAYING: readonly Scene[] = [
  {
    hoursAgo: 108,
    play: async ({ barro, cantina, joao }, till, purse) => {
      await purse.pixKey(barro, 'cnpj', '23450187000120');
      await purse.pixKey(cantina, 'email', 'financeiro@cantinadavovo.example');
      await purse.pixKey(joao, 'cpf', '64579182391');
      const tableware = await till.pix(barro, ['Enxoval de restaurante', 640_000]);
      await till.happens(tableware, 'pay');
      await purse.misreport(tableware, { action: 'double' });
      const wedding = await till.pix(cantina, ['Bufê de casamento', 580_000]);
      await till.happens(wedding, 'pay');
      await purse.misreport(wedding, { action: 'alter', gross: 579_000 });
    },
  },
  {
    hoursAgo: 98,
    play: async ({ barro, joao }, _till, purse) => {
      await purse.settleEarly();
      await purse.withdraw(barro, { amount: 48_000, description: 'Repasse da semana' });
      await purse.withdraw(joao, { amount: 90_000, description: 'Repasse da semana' });
    },
  },
  {
    hoursAgo: 86,
    play: async ({ barro, cantina, joao }, _till, purse) => {
      await purse.withdraw(barro, { amount: 30_000, to: await purse.bankAccount(barro, BARROS) });
      await purse.withdraw(cantina, { amount: 60_000, to: await purse.bankAccount(cantina, CANTINAS) });
      await purse.withdraw(joao, { amount: 18_000, to: await purse.bankAccount(joao, JOAOS_OLD) });
    },
  },
  {
    hoursAgo: 64,
    play: async ({ barro, cantina }, _till, purse) => {
      await purse.explain('missing_here', 'Linha repetida no relatório: o banco confirmou por e-mail.');
      await purse.payAnticipation(await purse.anticipate(barro, 20_000));
      await purse.cancel(await purse.withdraw(cantina, { amount: 260_000 }));
    },
  },
  {
    hoursAgo: 52,
    play: async ({ barro, joao }, _till, purse) => {
      const asked = await purse.withdraw(barro, {
        amount: 150_000,
        description: 'Adiantamento ao fornecedor',
      });
      await purse.refuse(asked, 'Falta o contrato com o fornecedor: pedido à lojista.');
      const early = await purse.anticipate(joao);
      await purse.refuseAnticipation(early, 'insufficient_history', 'Ainda são poucas vendas no cartão.');
    },
  },
  {
    hoursAgo: 43,
    play: async ({ cantina }, _till, purse) => {
      await purse.approve(
        await purse.withdraw(cantina, { amount: 255_000, description: 'Folha de pagamento' }),
      );
    },
  },
  {
    hoursAgo: 22,
    play: async ({ barro }, _till, purse) => {
      await purse.approve(await purse.withdraw(barro, { amount: 415_000, description: 'Forno novo' }));
    },
  },
  {
    hoursAgo: 5,
    play: async ({ cantina, joao }, _till, purse) => {
      await purse.withdraw(cantina, { amount: 180_000, description: 'Reforma da cozinha' });
      await purse.anticipate(joao);
    },
  },
  {
    hoursAgo: 3,
    play: async ({ joao }, _till, purse) => {
      await purse.withdrawIntoSilence(joao, { amount: 42_000, to: await purse.bankAccount(joao, JOAOS) });
    },
  },
];
