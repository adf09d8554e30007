import { rarePart } from './text';

describe('the rare part of a term', () => {
  it.each([
    ['pedido-00123457', '123457'],
    ['pedido-00005000', '005000'],
    ['Pedido 2025/A-90817', '90817'],
    ['776e6491-6331-4181-89f5-251c2aaa0554', 'aa0554'],
    ['order_0123456789abcdef', '456789abcdef'],
    ['Ana Açaí 31245', '31245'],
    ['00123457', '123457'],
    ['lote 2025000000', '2025000000'],
  ])('is what it ends in when that is a number or an id: %s', (term, part) => {
    expect(rarePart(term)).toBe(part);
  });

  it.each([
    ['a word', 'ana souza'],
    ['an address', 'ana1985@example.com'],
    ['all of it', '123457'],
    ['too short', 'pedido-1234'],
    ['one digit again and again', 'pedido-000000'],
    ['hardly a digit', 'pedido-abcd12'],
    ['not at its end', '00123457-a'],
  ])('is none when it is %s', (_, term) => {
    expect(rarePart(term)).toBeNull();
  });
});
