import { BROKEN_RECEIVER_PATH, RECEIVER_PATH } from '../shop';
import type { Scene } from './scene';

/** Those whom operators have decided on long since, and what they sell. */
const DECIDED: readonly Scene[] = [
  {
    hoursAgo: 167,
    play: async ({ barro, joao }, _till, _purse, stage) => {
      await stage.marketplace.post('/v1/postbacks/endpoints', {
        url: stage.shopUrl + RECEIVER_PATH,
        events: ['*'],
      });
      await barro.arrive();
      await joao.arrive();
    },
  },
  {
    hoursAgo: 160,
    play: async ({ barro, joao }) => {
      await barro.read('marina');
      await barro.approve('marina');
      await joao.read('rafael');
      await joao.approve('rafael');
    },
  },
  {
    hoursAgo: 150,
    play: async ({ barro, joao, cantina }, till, _purse, stage) => {
      await till.happens(await till.pix(barro, ['Vaso de cerâmica', 12_990]), 'pay');
      await till.card(barro, ['Jogo de pratos', 45_900], { installments: 3 });
      await till.card(joao, ['Banco de madeira', 38_000], { card_token: 'tok_declined' });
      // Valid for three days more: the week sees it expire.
      const expiresAt = stage.moment(72);
      await cantina.arrive([{ type: 'proof_of_residence_company', expiresAt }]);
    },
  },
  {
    hoursAgo: 141,
    play: async ({ cantina, sorte }) => {
      await cantina.read('rafael');
      await cantina.approve('rafael');
      await sorte.arrive();
    },
  },
  {
    hoursAgo: 130,
    play: async ({ sorte, joao, cantina }, till) => {
      await sorte.read('marina', 2);
      await sorte.reject('marina', false, { code: 'prohibited_activity', message: 'Rifas não são aceitas.' });
      await till.happens(await till.boleto(joao, ['Mesa de jantar', 189_000]), 'pay');
      await till.debit(cantina, ['Almoço para dois', 11_800]);
    },
  },
  {
    hoursAgo: 128,
    play: ({ sorte }) =>
      sorte.reject('rafael', false, { code: 'prohibited_activity', message: 'Rifas não são aceitas.' }),
  },
  {
    hoursAgo: 120,
    play: async ({ horizonte, relogio, barro }, till) => {
      await horizonte.arrive();
      await relogio.arrive();
      await till.refund(await till.card(barro, ['Caneca esmaltada', 5_900]), 'A peça chegou quebrada.');
    },
  },
  {
    hoursAgo: 112,
    play: async ({ horizonte, relogio }) => {
      await horizonte.read('rafael', 3);
      await horizonte.rejectDocument('rafael', 'cnpj_card', 'tax_id_mismatch', 'O CNPJ é de outra empresa.');
      await horizonte.reject('rafael', true, {
        code: 'data_mismatch',
        message: 'Os dados da empresa não conferem com o cartão CNPJ.',
        target: 'tax_id',
      });
      await relogio.read('marina');
      await relogio.approve('marina');
    },
  },
];

const SELLING: readonly Scene[] = [
  {
    hoursAgo: 101,
    play: async ({ trilha, relogio }, till) => {
      await trilha.arrive();
      await till.card(relogio, ['Relógio de pulso', 89_900], {
        card_token: 'tok_chargeback',
        installments: 6,
      });
    },
  },
  {
    hoursAgo: 92,
    play: async ({ trilha, barro }, till) => {
      await trilha.read('rafael');
      await trilha.rejectDocument('rafael', 'partner_back_id', 'unreadable', 'A foto está fora de foco.');
      await trilha.sendBack('rafael', {
        code: 'unreadable',
        message: 'Envie de novo o verso do documento, por favor.',
        target: 'partner_back_id',
      });
      const part = await till.pix(barro, ['Conjunto de xícaras', 16_400]);
      await till.happens(part, 'pay');
      await till.refund(part, 'Uma xícara faltava.', 4_100);
    },
  },
  {
    hoursAgo: 76,
    play: async ({ livro, joao }, till) => {
      await livro.arrive();
      const held = await till.card(joao, ['Estante sob medida', 240_000], { capture: false });
      await till.capture(held, 220_000);
    },
  },
  {
    hoursAgo: 70,
    play: async ({ cantina }, till, _purse, stage) => {
      await cantina.untilExpired('proof_of_residence_company');
      await till.void(await till.card(cantina, ['Reserva de mesa', 8_000], { capture: false }));
      await stage.marketplace.post('/v1/postbacks/endpoints', {
        url: stage.shopUrl + BROKEN_RECEIVER_PATH,
        events: ['charge.*'],
      });
    },
  },
  {
    hoursAgo: 58,
    play: async ({ ana, barro }, till) => {
      await ana.arrive();
      await till.pix(barro, ['Fruteira azul', 21_000]);
      await till.card(barro, ['Jarra', 14_300]);
    },
  },
  {
    hoursAgo: 47,
    play: async ({ papel, joao, barro }, till) => {
      await papel.arrive();
      await till.boleto(joao, ['Cadeira', 32_500]);
      await till.card(barro, ['Prato fundo', 6_700], { card_token: 'tok_insufficient_funds' });
    },
  },
  {
    hoursAgo: 34,
    play: async ({ norte, relogio }) => {
      await norte.arrive();
      await relogio.suspend('rafael', 'Contestações acima do normal: aguardando notas fiscais.');
    },
  },
];

/** Those who are at the desk now. */
const AT_THE_DESK: readonly Scene[] = [
  {
    hoursAgo: 26,
    play: async ({ papel, duplas }) => {
      await papel.read('marina', 4);
      await papel.rejectDocument('marina', 'social_contract', 'missing_page', 'Falta a última página.');
      await papel.sendBack('marina', { code: 'missing_page', target: 'social_contract' });
      await duplas.arrive();
    },
  },
  {
    hoursAgo: 20,
    play: async ({ cantina, barro }, till) => {
      await cantina.send({ type: 'proof_of_residence_company', edition: 2 });
      await till.happens(await till.pix(barro, ['Vaso pequeno', 7_400]), 'pay');
      await till.debit(cantina, ['Jantar', 18_250]);
    },
  },
  {
    hoursAgo: 9,
    play: async ({ norte, mel }) => {
      await norte.read('marina');
      await norte.approve('marina');
      await mel.arrive();
    },
  },
  {
    hoursAgo: 6,
    play: async ({ trilha }, _till) => {
      await trilha.send({ type: 'partner_back_id', person: 0, edition: 2 });
      await trilha.submit();
    },
  },
  {
    hoursAgo: 2.5,
    play: async ({ barro, cantina }, till) => {
      await till.card(barro, ['Moringa', 19_900], { installments: 2 });
      await till.card(cantina, ['Encomenda de massas', 27_300], { capture: false });
      await till.boleto(barro, ['Luminária', 33_000]);
    },
  },
  {
    hoursAgo: 0.4,
    play: async ({ pedro, barro }, till) => {
      await pedro.arrive();
      await till.pix(barro, ['Prato raso', 5_300]);
    },
  },
  {
    hoursAgo: 0.1,
    play: async ({ duplas }) => {
      await duplas.claim('marina');
      await duplas.read('marina', 5);
      await duplas.approveDocuments('marina', ['social_contract', 'cnpj_card']);
      await duplas.note('marina', 'As quotas somam 115%: perguntei ao lojista por e-mail.');
    },
  },
];

/** What sellers, customers and reviewers do. */
export const AT_DESK_AND_TILL: readonly Scene[] = [...DECIDED, ...SELLING, ...AT_THE_DESK];
