import { BytesBudget, type Reservation } from './bytes-budget';

describe('the bytes of bodies in memory', () => {
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  /** Asks for so much under a name, and notes when it may begin. */
  const asking = (budget: BytesBudget) => {
    const begun: Record<string, Reservation> = {};
    const ask = async (name: string, bytes: number): Promise<void> => {
      void budget.reserve(bytes).then((reservation) => (begun[name] = reservation));
      await turn();
    };
    return { begun, ask, names: () => Object.keys(begun).join('') };
  };

  it('lets begin what fits, and the others in their order as it is given back', async () => {
    const { begun, ask, names } = asking(new BytesBudget(10));
    await ask('a', 6);
    await ask('b', 6);
    // The small one does not overtake: a large one would never have its turn.
    await ask('c', 1);
    expect(names()).toBe('a');
    begun['a']?.resize(2);
    await turn();
    expect(names()).toBe('abc');
  });

  it('takes what turns out to be more than was reserved; nobody begins until it is back', async () => {
    const { begun, ask, names } = asking(new BytesBudget(10));
    await ask('a', 4);
    begun['a']?.resize(12);
    await ask('b', 1);
    expect(names()).toBe('a');
    begun['a']?.release();
    begun['a']?.release();
    await turn();
    expect(names()).toBe('ab');
    await ask('c', 9);
    await ask('d', 1);
    expect(names()).toBe('abc');
  });

  it('takes back a part, and no more than there is', async () => {
    const { begun, ask, names } = asking(new BytesBudget(10));
    await ask('a', 8);
    await ask('b', 5);
    begun['a']?.giveBack(3);
    await turn();
    expect(names()).toBe('ab');
    begun['a']?.giveBack(9);
    begun['b']?.release();
    await ask('c', 10);
    await ask('d', 1);
    expect(names()).toBe('abc');
  });

  it('what is larger than all of it begins alone', async () => {
    const { begun, ask, names } = asking(new BytesBudget(10));
    await ask('a', 50);
    await ask('b', 1);
    expect(names()).toBe('a');
    begun['a']?.release();
    await turn();
    expect(names()).toBe('ab');
  });
});
