import type { Actor } from '../actor';
import type { Stage } from '../stage';
import { Registration } from './registering';

const caseOf = ({ id }: Registration): string => `/v1/review/submerchants/${id}`;

interface Sellers {
  readonly barro: Registration;
  readonly joao: Registration;
}

/** Reviewers work through the queue: what they look at, send back, approve and refuse. */
export async function deciding(stage: Stage, marina: Actor, rafael: Actor, sellers: Sellers): Promise<void> {
  const { barro, joao } = sellers;
  await marina.get('/v1/review/submerchants?limit=2');
  await reading(stage, marina, barro);
  await marina.post(`${caseOf(barro)}/approve`);
  await sendingBack(stage, marina, joao);
  await marina.post(`${caseOf(joao)}/approve`);
  await withTwo(stage, marina, rafael);
  await marina.post(`${caseOf(joao)}/suspend`, {
    reason: 'Contestações acima do normal: aguardando notas fiscais.',
  });
  await marina.post(`${caseOf(joao)}/reactivate`, { reason: 'As notas fiscais conferem.' });
  await marina.get(caseOf(barro));
  await marina.get('/v1/review/stats');
}

/** One case is held, read and noted on. */
async function reading(stage: Stage, marina: Actor, barro: Registration): Promise<void> {
  await marina.post(`${caseOf(barro)}/claim`);
  await marina.get(caseOf(barro));
  await marina.post(`${caseOf(barro)}/reveal`);
  await marina.post(`${caseOf(barro)}/notes`, { text: 'O contrato social confere com o cartão CNPJ.' });
  const contract = await barro.documentId(stage.shop, 'social_contract');
  await marina.send('GET', `/v1/review/documents/${contract}/file`);
  await marina.post(`/v1/review/documents/${contract}/approve`);
  await marina.patch(caseOf(barro), { mcc: '5719' });
  await marina.post(`${caseOf(barro)}/release`);
}

/** A document that cannot be read comes again. */
async function sendingBack(stage: Stage, marina: Actor, joao: Registration): Promise<void> {
  const { shop } = stage;
  const front = await joao.documentId(shop, 'front_id');
  const unreadable = { code: 'unreadable', message: 'A foto está fora de foco.' };
  await marina.post(`/v1/review/documents/${front}/reject`, unreadable);
  await marina.post(`${caseOf(joao)}/request-resubmission`, {
    reasons: [{ ...unreadable, target: 'front_id' }],
  });
  await joao.send(shop.showing('file_url'), 'front_id', 2);
  await joao.submit(shop);
}

/** What takes two operators: begun, taken back, begun again and completed. */
async function withTwo(stage: Stage, marina: Actor, rafael: Actor): Promise<void> {
  const { shop } = stage;
  const submitted = async (name: 'sorte' | 'norte'): Promise<Registration> => {
    const seller = await Registration.begin(stage, name, shop.showing('company'));
    await seller.complete(shop);
    await seller.submit(shop);
    return seller;
  };
  const sorte = await submitted('sorte');
  await marina.post(`${caseOf(sorte)}/approve`);
  await marina.delete(`${caseOf(sorte)}/decision`, { note: 'Cliquei cedo demais.' });
  const reasons = [{ code: 'prohibited_activity', message: 'Rifas não são aceitas.' }];
  for (const by of [marina, rafael])
    await by.showing('final').post(`${caseOf(sorte)}/reject`, { reasons, correctable: false });
  const norte = await submitted('norte');
  const differs = { code: 'data_mismatch', message: 'O CNPJ é de outra empresa.', target: 'tax_id' };
  await marina
    .showing('correctable')
    .post(`${caseOf(norte)}/reject`, { reasons: [differs], correctable: true });
  await shop.post(`${norte.path}/request-resubmission`);
}
