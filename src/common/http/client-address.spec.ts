import { blockListOf, clientAddress, countedAddress, countedNetwork } from './client-address';

describe('the address that requests and failures are counted for', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['::FFFF:cb00:7109', '203.0.113.9'],
    ['0:0:0:0:0:ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:0db8:0001:0002::1', '2001:db8:1:2::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
    ['1::3:4:5:6:192.0.2.1', '1:0:3:4::/64'],
    ['unknown', 'unknown'],
    ['', 'unknown'],
    ["' OR 1=1", 'unknown'],
  ])('%s counts as %s', (address, counted) => {
    expect(countedAddress(address)).toBe(counted);
  });

  it('an IPv6 address is also part of its /48', () => {
    expect(countedNetwork('2001:db8:1:2::/64')).toBe('2001:db8:1::/48');
    expect(countedNetwork('203.0.113.9')).toBeNull();
    expect(countedNetwork('unknown')).toBeNull();
  });
});

describe('X-Forwarded-For', () => {
  const trusted = blockListOf(['127.0.0.1', '10.0.0.0/8', '2001:db8:ffff::/48']);
  const found = (socket: string, forwarded?: string | string[]) => clientAddress(socket, forwarded, trusted);

  it.each<[string, string | undefined, string]>([
    ['203.0.113.1', '198.51.100.7', '203.0.113.1'],
    ['127.0.0.1', undefined, '127.0.0.1'],
    ['127.0.0.1', '198.51.100.7', '198.51.100.7'],
    ['::ffff:127.0.0.1', '198.51.100.7', '198.51.100.7'],
    ['127.0.0.1', '198.51.100.7:51234', '198.51.100.7'],
    ['127.0.0.1', '[2001:db8::7]:443', '2001:db8::7'],
    ['127.0.0.1', '[2001:db8::7]', '2001:db8::7'],
    ['127.0.0.1', '2001:db8::7', '2001:db8::7'],
    ['127.0.0.1', '::ffff:198.51.100.7', '198.51.100.7'],
    ['127.0.0.1', '198.51.100.7, 10.1.2.3:8080', '198.51.100.7'],
    ['127.0.0.1', '6.6.6.6, 198.51.100.7, 10.1.2.3', '198.51.100.7'],
    ['127.0.0.1', '198.51.100.7,2001:db8:ffff::1', '198.51.100.7'],
    // What is no address tells nothing: the last address that is known stands.
    ['127.0.0.1', 'garbage', '127.0.0.1'],
    ['127.0.0.1', 'unknown, 10.1.2.3', '10.1.2.3'],
    ['127.0.0.1', '198.51.100.7:99999999', '127.0.0.1'],
    ['127.0.0.1', '1.2.3', '127.0.0.1'],
  ])('%s with %s: %s', (socket, forwarded, client) => {
    expect(found(socket, forwarded)).toBe(client);
  });

  it('refuses to start with what is no address', () => {
    expect(() => blockListOf(['10.0.0.0/99'])).toThrow();
    expect(() => blockListOf(['10.0.0'])).toThrow();
  });
});
