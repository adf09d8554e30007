import { setImmediate as turn } from 'node:timers/promises';
import { OneBehind } from './one-behind';

describe('work that is done one behind', () => {
  it('lets run ahead by one, and keeps the order', async () => {
    const done: string[] = [];
    const finish = new Map<string, () => void>();
    const work = (name: string) => (): Promise<void> =>
      new Promise((resolve) =>
        finish.set(name, () => {
          done.push(name);
          resolve();
        }),
      );
    const behind = new OneBehind();
    await behind.add(work('a'));
    let hasGoneOn = false;
    const second = behind.add(work('b')).then(() => (hasGoneOn = true));
    await turn();
    expect([hasGoneOn, [...finish.keys()]]).toEqual([false, ['a']]);
    finish.get('a')?.();
    await second;
    await turn();
    finish.get('b')?.();
    await behind.ended();
    expect(done).toEqual(['a', 'b']);
  });

  it('what was given is done although the work before it failed, which whoever goes on hears of', async () => {
    const done: string[] = [];
    const behind = new OneBehind();
    await behind.add(() => Promise.reject(new Error('down')));
    await expect(behind.add(async () => void done.push('b'))).rejects.toThrow('down');
    await expect(behind.ended()).rejects.toThrow('down');
    expect(done).toEqual(['b']);
  });
});
