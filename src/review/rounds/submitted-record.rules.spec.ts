import { changesBetween, type SubmittedValue } from './submitted-record.rules';

const value = (target: string, field: string, said: string | null): SubmittedValue => ({
  target,
  field,
  value: said,
});

it('equal submissions differ in nothing', () => {
  const said = [value('email', 'email', 'a@b.example'), value('phone', 'phone', null)];
  expect(changesBetween(said, said)).toEqual([]);
});

it('says what was and what is, also where one of them is nothing', () => {
  expect(
    changesBetween(
      [value('email', 'email', 'a@b.example'), value('phone', 'phone', null)],
      [value('email', 'email', null), value('phone', 'phone', '11999998888')],
    ),
  ).toEqual([
    { target: 'email', field: 'email', before: 'a@b.example', after: null },
    { target: 'phone', field: 'phone', before: null, after: '11999998888' },
  ]);
});

it('a partner who came says what is said of them, one who left what was', () => {
  const partner = (id: string) => [value(id, 'name', 'Bruno'), value(id, 'phone', null)];
  expect(changesBetween(partner('old'), partner('new'))).toEqual([
    { target: 'new', field: 'name', before: null, after: 'Bruno' },
    { target: 'old', field: 'name', before: 'Bruno', after: null },
  ]);
});

it('tax numbers are masked, and still differ', () => {
  const [change] = changesBetween(
    [value('tax_id', 'tax_id', '11222333000181')],
    [value('tax_id', 'tax_id', '11444777000161')],
  );
  expect(change?.before).not.toContain('112223');
  expect(change?.after).toMatch(/0161$/);
});

it('an address is compared as a whole', () => {
  expect(
    changesBetween([value('addresses', 'one', 'Rua A, 1')], [value('addresses', 'one', 'Rua B, 2')]),
  ).toEqual([{ target: 'addresses', field: 'address', before: 'Rua A, 1', after: 'Rua B, 2' }]);
});
