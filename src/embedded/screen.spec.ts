import { setImmediate as turn } from 'node:timers/promises';
import { shownOn } from '../../test/support/terminal';
import { Screen } from './screen';

const ADDRESSES = ['', 'It runs.', '  API   http://localhost:3000', ''];

/** A terminal, and what it shows. */
class Shown {
  readonly screen: Screen;
  private written = '';

  constructor(
    private readonly columns: number,
    private readonly rows: number,
    isTTY = true,
  ) {
    const write = (text: string | Uint8Array): boolean => (this.written += String(text)) !== '';
    const output = { isTTY, columns, rows, write };
    this.screen = new Screen(output, output);
  }

  async lines(): Promise<string[]> {
    await turn();
    return shownOn(this.columns, this.rows, this.written);
  }
}

describe('The screen of npm start', () => {
  it('keeps its last lines where they are while others come, however long they are', async () => {
    const shown = new Shown(30, 12);
    shown.screen.say('Starting …');
    shown.screen.keep(ADDRESSES);
    shown.screen.say('one');
    shown.screen.say('two');
    expect(await shown.lines()).toEqual(['Starting …', 'one', 'two', ...ADDRESSES.slice(0, 3)]);
    const long = 'a'.repeat(70);
    for (let index = 0; index < 20; index += 1) shown.screen.say(long);
    const lines = await shown.lines();
    expect(lines.slice(-3)).toEqual(ADDRESSES.slice(0, 3));
    expect(lines.join('')).toContain(long.repeat(20));
    expect(lines.filter((line) => line === 'It runs.')).toHaveLength(1);
  });

  it('counts the rows of what it keeps: on a narrow one its lines are longer than a row', async () => {
    const shown = new Shown(12, 20);
    shown.screen.keep(ADDRESSES);
    for (const line of ['one', 'two']) {
      shown.screen.say(line);
      await shown.lines();
    }
    expect(await shown.lines()).toEqual([
      'one',
      'two',
      '',
      'It runs.',
      '  API   http',
      '://localhost',
      ':3000',
    ]);
  });

  it('lets them go: what comes then follows', async () => {
    const shown = new Shown(80, 24);
    shown.screen.keep(ADDRESSES);
    shown.screen.say('one');
    shown.screen.letGo();
    shown.screen.say('Stopping …');
    expect(await shown.lines()).toEqual(['one', ...ADDRESSES, 'Stopping …']);
  });

  it.each([
    ['is too small', new Shown(80, 6)],
    ['is none', new Shown(80, 24, false)],
  ])('writes one line after the other where the terminal %s', async (_name, shown) => {
    shown.screen.keep(ADDRESSES);
    shown.screen.say('one');
    expect(await shown.lines()).toEqual([...ADDRESSES, 'one']);
  });
});
