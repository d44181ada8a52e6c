import { expect, test } from 'vitest';
import { clientNetworkOf } from '../../src/lib/client-network.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
  ['64:ff9b::203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2:ffff:ffff:ffff:fffe', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['203.0.113.7:4711', '203.0.113.7'],
  ['[2001:db8:1:2::1]:4711', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::1]', '2001:db8:1:2::/64'],
  ['[::ffff:203.0.113.7]:4711', '203.0.113.7'],
])('%s is counted as %s', (address, network) => {
  expect(clientNetworkOf(address)).toBe(network);
});

test.each([
  '',
  'unknown',
  '203.0.113.7:x',
  'proxy:4711',
  '1:2:3',
  '1::2::3',
  '1:2:3:4:5:6:7:8:9',
  '::ffff:1.2.3.444',
  'x::1',
])('what is no address counts as it is: %j', (text) => {
  expect(clientNetworkOf(text)).toBe(text);
});
