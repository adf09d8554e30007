import { Case } from '../onboarding';
import { Purse } from '../paying';
import { type SellerName, SELLERS } from '../sellers';
import { Till } from '../selling';
import type { Stage } from '../stage';
import { AT_DESK_AND_TILL } from './desk-scenes';
import { PAYING } from './paying-scenes';
import type { Cases } from './scene';

/** When the week begins, in hours before the present. */
export const WEEK_HOURS = 168;

/** Everything that happens in the week, in its order. */
export async function playWeek(stage: Stage): Promise<void> {
  await stage.enter();
  const names = Object.keys(SELLERS) as SellerName[];
  const cases = Object.fromEntries(names.map((name) => [name, new Case(stage, name)])) as Cases;
  const [till, purse] = [new Till(stage), new Purse(stage)];
  const scenes = [...AT_DESK_AND_TILL, ...PAYING].sort((one, other) => other.hoursAgo - one.hoursAgo);
  for (const { hoursAgo, play } of scenes) {
    await stage.moveTo(hoursAgo);
    await play(cases, till, purse, stage);
  }
  await stage.moveTo(0);
  await stage.leave();
  await stage.settled();
}
