import { Stage } from '../stage';
import { anticipating, paying } from './paying';
import { closing, securing, settingUp } from './running';
import { deciding } from './deciding';
import { disputing, refunding, selling, Till } from './selling';
import { failing, failingAtTheDesk } from './failing';
import { lapsing } from './lapsing';
import { lookingAfterMoney } from './looking-after-money';
import { notifying, subscribing } from './notifying';
import { Registration, registering } from './registering';
import { reviewingAlone, visiting } from './visiting';

/** A marketplace's day, from its set-up to the last look at the books: every operation is used in it. */
export async function playDay(stage: Stage): Promise<void> {
  const { shop } = stage;
  const helena = await stage.helena();
  const [marina, rafael, tereza, tomas] = [
    await stage.operator(helena, 'marina@repasse.example', 'reviewer'),
    await stage.operator(helena, 'rafael@repasse.example', 'reviewer'),
    await stage.operator(helena, 'tereza@repasse.example', 'treasurer'),
    await stage.operator(helena, 'tomas@repasse.example', 'treasurer'),
  ];
  await stage.at('12:00');
  await settingUp(stage, helena);
  await subscribing(stage);
  await stage.at('12:05');
  const sellers = await registering(stage);
  await stage.at('12:10');
  await deciding(stage, marina, rafael, sellers);
  const [barro, joao] = [new Till(stage, sellers.barro.id), new Till(stage, sellers.joao.id)];
  await stage.at('12:15');
  await refunding(stage, barro);
  await disputing(stage, barro);
  await selling(stage, barro);
  await stage.at('12:20');
  await paying(stage, barro);
  await anticipating(stage, barro.sellerId, tereza);
  await stage.at('12:25');
  await lookingAfterMoney(stage, [tereza, tomas], { barro, joao });
  await stage.at('12:28');
  await lapsing(stage, barro);
  await stage.at('12:30');
  await notifying(stage);
  await visiting(stage, barro.sellerId);
  await failing(stage, barro);
  await failingAtTheDesk(stage, marina, barro.sellerId);
  const more = async (name: 'ana' | 'pedro'): Promise<string> => {
    const seller = await Registration.begin(stage, name, shop.showing('individual'));
    await seller.complete(shop);
    await seller.submit(shop);
    return seller.id;
  };
  await reviewingAlone(stage, [await more('ana'), await more('pedro')]);
  await closing(stage, await stage.helena(), marina, barro.sellerId);
  await securing(stage, tereza);
  await stage.settled();
}
