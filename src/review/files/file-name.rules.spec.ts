import { contentDisposition } from './file-name.rules';

const nameOf = (fileName: string): string =>
  decodeURIComponent(contentDisposition(fileName, 'application/pdf').replace(/^.*filename\*=UTF-8''/, ''));

it.each([
  ['contrato social.pdf', 'contrato social.pdf'],
  ['CONTRATO.PDF', 'CONTRATO.PDF'],
  ['contrato.exe', 'contrato.exe.pdf'],
  ['foto.png', 'foto.png.pdf'],
  ['fdp.exe\u202Efdp.pdf', 'fdp.exefdp.pdf'],
  ['a\r\nSet-Cookie: x.pdf', 'aSet-Cookie_ x.pdf'],
  ['..\\..\\evil.pdf', '__.._evil.pdf'],
  ['.htaccess.pdf', '_htaccess.pdf'],
  ['"quoted";x=.pdf', '_quoted_;x=.pdf'],
  ['😀.pdf', '😀.pdf'],
  [`${'a'.repeat(99)}😀${'b'.repeat(50)}.pdf`, `${'a'.repeat(99)}.pdf`],
])('%j is saved as %j', (fileName, saved) => {
  expect(nameOf(fileName)).toBe(saved);
});

it('tells older clients an ASCII name, and newer ones the real one', () => {
  expect(contentDisposition('Comprovação (1) 50%.pdf', 'application/pdf')).toBe(
    `inline; filename="Comprovacao (1) 50_.pdf"; filename*=UTF-8''Comprova%C3%A7%C3%A3o%20%281%29%2050%25.pdf`,
  );
});
