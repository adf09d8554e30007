import { safeNext } from './safe-next';

describe('where the log-in leads', () => {
  it.each(['/backoffice/queue', '/backoffice/cases/1?tab=notes', '/backoffice/queue?search=a%2Fb'])(
    '%s is a page of ours',
    (next) => {
      expect(safeNext(next)).toBe(next);
    },
  );

  it.each([
    undefined,
    '',
    'queue',
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'javascript:alert(1)',
    '/backoffice/login',
    '/v1/review/session',
    '/backoffice.evil.example',
    '/backoffice/login?next=/login',
  ])('%s is not: the first page instead', (next) => {
    expect(safeNext(next)).toBe('/backoffice/');
  });
});
