import { passwordFault } from './password.rules';

const EMAIL = 'Beatriz.Souza@loja.example';

describe('which passwords are refused (contract §8)', () => {
  it.each([
    'short',
    'eleven char',
    'x'.repeat(201),
    '123456789012',
    'aaaaaaaaaaaa',
    'abcabcabcabc',
    'abcdefghijkl',
    'lkjihgfedcba',
    'qwertyuiopas',
    'qwertyuiop12',
    'PASSWORD1234',
    'Password2026!',
    'P@ssw0rd2026!!',
    '2026-dragon-2026',
    'letmeinletmein',
    'Flamengo1981!',
    '1qaz2wsx3edc',
    'ｐａｓｓｗｏｒｄ1234',
    'beatriz.souza-2026',
    'x-BEATRIZ.SOUZA-x',
  ])('%s', (password) => {
    expect(passwordFault(password, EMAIL)).toEqual(expect.stringMatching(/^(A|This) password /));
  });

  it.each([
    'correct horse battery staple',
    'a long password',
    'another good one',
    'purple-Walrus-9',
    'souza under water',
    '8f1c2b7a9d3e',
    'ñandú en la pampa',
    'x'.repeat(8) + 'y7!kq2z#',
  ])('%s may be had', (password) => {
    expect(passwordFault(password, EMAIL)).toBeNull();
  });

  it('an e-mail of two letters is in too many passwords by accident', () => {
    expect(passwordFault('a house of jo', 'jo@loja.example')).toBeNull();
    expect(passwordFault('a house of joe', 'joe@loja.example')).not.toBeNull();
  });
});
