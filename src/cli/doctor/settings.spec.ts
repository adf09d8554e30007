import { space } from './settings';

const GIGABYTE = 1024 ** 3;

describe('The disk, as doctor sees it', () => {
  /** Both in gigabytes, of blocks of a megabyte. */
  const found = (free: number, all: number) =>
    space({ bavail: free * 1_024, blocks: all * 1_024, bsize: GIGABYTE / 1_024 });

  it('is little below a gigabyte, or below a twentieth of it', () => {
    expect(found(1, 20)).toEqual({ check: 'disk', ok: true, message: '1.0 GiB free' });
    expect(found(5, 100).warning).toBeUndefined();
    expect(found(0.9, 10)).toMatchObject({ warning: true, message: '0.9 GiB free: little' });
    expect(found(4.9, 100)).toMatchObject({ warning: true, message: '4.9 GiB free: little' });
  });
});
