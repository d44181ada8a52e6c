import { isIP } from 'node:net';
import { ipv6GroupsOf } from '../../lib/client-network.ts';
import { TRUSTED_IPV4_PREFIX_MIN_BITS, TRUSTED_IPV6_PREFIX_MIN_BITS } from '../../lib/limits/http.ts';
import { ok, type Result, refuse } from '../../lib/result.ts';
import { isLoopback } from '../../lib/texts.ts';
import { entriesOf } from './general-kinds.ts';
import type { SettingKind } from './settings.ts';

/** Allows http only for localhost, because cookies are secure. */
function baseAddress(text: string, like: string): Result<URL, string> {
  if (!/^https?:\/\//i.test(text)) return refuse(`must be a URL that begins with https://, for example ${like}`);
  if (!URL.canParse(text)) return refuse(`must be a URL like ${like}`);
  const url = new URL(text);
  if (/[?#]/.test(text) || url.username !== '' || url.password !== '') {
    return refuse(`must be a URL like ${like}, without a query, fragment or user`);
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    return refuse('must use https: http works only for localhost, because browsers send the cookies over https');
  }
  return ok(url);
}

export const A_BASE_ADDRESS: SettingKind<URL> = { parse: (text) => baseAddress(text, 'https://host.example/api') };

/** May have a path and a query, which may be secret. */
export const A_TARGET_ADDRESS: SettingKind<URL> = {
  parse: (text) => {
    if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return refuse('must be a URL that begins with https://');
    const url = new URL(text);
    if (url.username !== '' || url.password !== '' || text.includes('#'))
      return refuse('must be a URL without a fragment or user');
    if (url.protocol === 'http:' && !isLoopback(url.hostname))
      return refuse('must use https: http works only for localhost');
    return ok(url);
  },
};

/** Scheme and host only. */
export const AN_ORIGIN: SettingKind<URL> = {
  parse: (text) => {
    const url = baseAddress(text, 'https://host.example');
    if (!url.ok || url.value.pathname === '/') return url;
    return refuse('must be a URL like https://host.example, without a path');
  },
};

/** Apps have schemes of their own, named after a domain of theirs (RFC 8252, 7.1). The dot excludes `javascript:`. */
const APP_SCHEME = /^[a-z][a-z\d+-]*(\.[a-z\d+-]+)+:$/;

export const APP_ADDRESSES: SettingKind<readonly string[]> = {
  parse: (text) => {
    const addresses = entriesOf(text);
    if (addresses.includes('')) return refuse('has an extra comma: remove it or add the missing address');
    const problem = addresses.map(problemOfApp).find((found) => found !== null) ?? null;
    return problem === null ? ok(addresses) : refuse(problem);
  },
};

function problemOfApp(address: string): string | null {
  if (!/^[\x21-\x7e]+$/.test(address) || !URL.canParse(address)) return 'must be a comma-separated list of URLs';
  const { protocol, hostname, username, password } = new URL(address);
  if (address.includes('#') || username !== '' || password !== '') return 'must have URLs without a fragment or user';
  if (protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname)) || APP_SCHEME.test(protocol)) return null;
  return protocol === 'http:'
    ? 'must use https: http works only for localhost'
    : 'must begin with https:// or a scheme with a dot, such as com.example.app:/signed-in';
}

/** Trusted IP addresses and ranges. Refuses ranges that cover a large part of the public addresses. */
export const ADDRESSES: SettingKind<readonly string[]> = {
  parse: (text) => {
    const addresses = entriesOf(text);
    if (addresses.includes('')) return refuse('has an extra comma: remove it or add the missing address');
    if (addresses.some((address) => /\/0+$/.test(address))) {
      return refuse('must not trust every address, as a /0 range does: list only your proxies');
    }
    if (!addresses.every(isAddressOrRange)) {
      return refuse(
        'must be a comma-separated list of IP addresses or ranges like 10.0.0.0/8; host names are not supported',
      );
    }
    const ranges = addresses.map(rangeOf);
    if (!isSmall(ranges, PUBLIC)) return refuse(TOO_WIDE);
    return isSmall(ranges, IPV4_IN_IPV6) ? ok(addresses) : refuse(TOO_WIDE_FOR_IPV4);
  },
};

const TOO_WIDE = `must not trust a large share of all addresses: list only your proxies, in total at most a /${TRUSTED_IPV4_PREFIX_MIN_BITS} of public IPv4 and a /${TRUSTED_IPV6_PREFIX_MIN_BITS} of public IPv6`;

const TOO_WIDE_FOR_IPV4 =
  'must not trust IPv6 ranges that map a large share of IPv4, such as 64:ff9b::/96 and 2002::/16: list only your proxies';

function isAddressOrRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

/** Addresses from `from` up to but not including `to`, as IPv6; IPv4 is mapped to ::ffff:0:0/96 (RFC 4291). */
interface Range {
  readonly from: bigint;
  readonly to: bigint;
}

const IPV6_BITS = 128;

const IPV4_PREFIX_BITS = 96;

const sizeOf = (length: number): bigint => 1n << BigInt(IPV6_BITS - length);

const PRIVATE_IPV4 = [
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.168.0.0/16',
];

interface Share {
  readonly of: Range;
  readonly without: readonly Range[];
  readonly most: bigint;
}

/** IPv6: global unicast, of which 2000::/3 is allocated. */
const PUBLIC: readonly Share[] = [
  {
    of: rangeOf('0.0.0.0/0'),
    without: PRIVATE_IPV4.map(rangeOf),
    most: sizeOf(IPV4_PREFIX_BITS + TRUSTED_IPV4_PREFIX_MIN_BITS),
  },
  { of: rangeOf('2000::/3'), without: [], most: sizeOf(TRUSTED_IPV6_PREFIX_MIN_BITS) },
];

/** IPv6 addresses that contain an IPv4 address: NAT64 (RFC 6052) and 6to4 (RFC 3056). */
const IPV4_IN_IPV6: readonly Share[] = [
  { of: rangeOf('64:ff9b::/96'), without: [], most: sizeOf(96 + TRUSTED_IPV4_PREFIX_MIN_BITS) },
  { of: rangeOf('2002::/16'), without: [], most: sizeOf(16 + TRUSTED_IPV4_PREFIX_MIN_BITS) },
];

function rangeOf(text: string): Range {
  const [address = '', bits] = text.split('/');
  const isIpv4 = isIP(address) === 4;
  const groups = ipv6GroupsOf(isIpv4 ? `::ffff:${address}` : address) ?? [];
  const number = groups.reduce((sum, group) => (sum << 16n) | BigInt(group), 0n);
  const length = bits === undefined ? IPV6_BITS : Number(bits) + (isIpv4 ? IPV4_PREFIX_BITS : 0);
  const size = sizeOf(length);
  const from = (number / size) * size;
  return { from, to: from + size };
}

function isSmall(ranges: readonly Range[], shares: readonly Share[]): boolean {
  const sorted = ranges.toSorted((a, b) => (a.from < b.from ? -1 : 1));
  return shares.every(({ of, without, most }) => {
    const others = without.reduce((sum, range) => sum + sharedBy(sorted, range), 0n);
    return sharedBy(sorted, of) - others <= most;
  });
}

function sharedBy(sorted: readonly Range[], of: Range): bigint {
  let [shared, until] = [0n, of.from];
  for (const { from, to } of sorted) {
    const start = from > until ? from : until;
    const end = to < of.to ? to : of.to;
    if (end <= start) continue;
    shared += end - start;
    until = end;
  }
  return shared;
}
