import { setImmediate as turn } from 'node:timers/promises';
import { inTurn } from './in-turn';

describe('inTurn', () => {
  it('lets what waits for the event loop run between two pieces, which keep their order', async () => {
    const order: string[] = [];
    inTurn(() => order.push('first'));
    inTurn(() => order.push('second'));
    inTurn(() => order.push('third'));
    for (let other = 1; other <= 3; other += 1) {
      await turn();
      order.push(`other ${other}`);
    }
    expect(order).toEqual(['first', 'other 1', 'second', 'other 2', 'third', 'other 3']);
  });
});
