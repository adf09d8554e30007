import { findUrlFault } from './url-rules';

const guarded = { allowPrivate: false };

describe('URLs that others give us', () => {
  it.each([
    'https://hooks.example.com/a?b=c',
    'http://example.com',
    'HTTPS://EXAMPLE.COM:8443/x',
    'https://8.8.8.8/hook',
    'https://[2606:4700:4700::1111]/hook',
    'https://example.com./trailing-dot',
    'https://xn--caf-dma.example/ok',
    'https://example.com/path@with-at',
  ])('%s is accepted', (url) => {
    expect(findUrlFault(url, guarded)).toBeNull();
  });

  it.each([
    ['', 'invalid_url'],
    ['https://a..example.com', 'invalid_url'],
    ['https://.example.com', 'invalid_url'],
    ['https://example.com..', 'invalid_url'],
    ['https://example.com../', 'invalid_url'],
    ['https://．example.com/', 'invalid_url'],
    ['https://./', 'invalid_url'],
    [`https://${'a'.repeat(64)}.example.com/`, 'invalid_url'],
    [`https://${'a.'.repeat(130)}example.com/`, 'invalid_url'],
    ['example.com', 'invalid_url'],
    ['//example.com', 'invalid_url'],
    ['ftp://example.com', 'invalid_url'],
    ['file:///etc/passwd', 'invalid_url'],
    ['javascript:alert(1)', 'invalid_url'],
    ['http:example.com', 'invalid_url'],
    ['http:///example.com', 'invalid_url'],
    ['http://', 'invalid_url'],
    ['http://exa mple.com', 'invalid_url'],
    ['http://example.com\\@127.0.0.1', 'invalid_url'],
    ['http://example.com/\u0000', 'invalid_url'],
    ['\thttp://example.com', 'invalid_url'],
    ['http://example.com:99999', 'invalid_url'],
    [`https://example.com/${'a'.repeat(2_048)}`, 'invalid_url'],
    ['http://user@example.com', 'url_with_credentials'],
    ['http://user:pass@example.com', 'url_with_credentials'],
    ['http://@example.com', 'url_with_credentials'],
    ['http://example.com#top', 'url_with_fragment'],
    ['http://example.com/#', 'url_with_fragment'],
    ['http://example.com:0/', 'port_not_allowed'],
  ])('%s is refused: %s', (url, code) => {
    expect(findUrlFault(url, { allowPrivate: true })?.code).toBe(code);
  });

  it.each([
    'http://127.0.0.1', 'http://127.1', 'http://0x7f.1', 'http://0x7f000001', 'http://2130706433', 'http://0177.0.0.1',
    'http://017700000001', 'http://127.0.0.1.', 'http://0', 'http://0.0.0.0:80', 'http://１２７.0.0.1', 'http://①②⑦.0.0.1',
    'http://127。0。0。1', 'http://%31%32%37.0.0.1', 'http://169.254.169.254/latest/meta-data', 'http://0xa9fea9fe',
    'http://168.63.129.16', 'http://192.168.1.1:8080', 'http://[::1]', 'http://[::]', 'http://[::ffff:7f00:1]',
    'http://[::ffff:127.0.0.1]', 'http://[0:0:0:0:0:0:0:1]', 'http://[64:ff9b::7f00:1]', 'http://[fe80::1]', 'http://[fd00::1]',
    'http://localhost', 'http://LOCALHOST', 'http://localhost.', 'http://api.localhost', 'http://ｌocalhost', 'http://intranet',
    'http://printer.local', 'http://metadata.google.internal', 'http://metadata.google.internal.', 'http://router.home.arpa',
  ])('%s is an inside address', (url) => {
    expect(findUrlFault(url, guarded)?.code).toBe('address_not_allowed');
    expect(findUrlFault(url, { allowPrivate: true })).toBeNull();
  }); // prettier-ignore

  it('https alone is accepted where the rules say so', () => {
    expect(findUrlFault('http://example.com', { ...guarded, httpsOnly: true })?.code).toBe('https_required');
    expect(findUrlFault('https://example.com', { ...guarded, httpsOnly: true })).toBeNull();
  });
});
