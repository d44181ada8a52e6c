const GROUPS = 8;
const NETWORK_GROUPS = 4;
/** Prefixes of IPv6 addresses that contain an IPv4 address: mapped (RFC 4291) and translated (RFC 6052). */
const BEFORE_IPV4: readonly (readonly number[])[] = [
  [0, 0, 0, 0, 0, 0xffff],
  [0x64, 0xff9b, 0, 0, 0, 0],
];

/**
 * Returns the key by which limits per client address count: an IPv4 address, or the /64 of an IPv6 address, which one
 * client usually has to itself. Ports, which some proxies add, are removed. Other text is returned unchanged.
 */
export function clientNetworkOf(text: string): string {
  const address = withoutPort(text);
  if (!address.includes(':')) return address;
  const groups = ipv6GroupsOf(address);
  if (groups === null) return address;
  if (BEFORE_IPV4.some((before) => before.every((group, index) => groups[index] === group))) {
    return groups
      .slice(-2)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join('.');
  }
  const network = groups.slice(0, NETWORK_GROUPS).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}

/** Removes the port of `ip:port` and `[ip]:port`, and the brackets. IPv6 without brackets has no port. */
function withoutPort(text: string): string {
  const [, inBrackets, ipv4] = /^(?:\[([^\]]*)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$/.exec(text) ?? [];
  return inBrackets ?? ipv4 ?? text;
}

/** Returns the eight groups, or null for other text. */
export function ipv6GroupsOf(address: string): readonly number[] | null {
  const [plain = ''] = address.split('%');
  const [start = '', end, ...more] = plain.split('::');
  if (more.length > 0) return null;
  const before = partsOf(start);
  const after = end === undefined ? [] : partsOf(end);
  if (before === null || after === null) return null;
  const left = GROUPS - before.length - after.length;
  if (end === undefined ? left !== 0 : left < 1) return null;
  return [...before, ...Array.from({ length: left }, () => 0), ...after];
}

function partsOf(text: string): readonly number[] | null {
  if (text === '') return [];
  const parts = text
    .split(':')
    .flatMap((part) => ipv4GroupsOf(part) ?? [/^[\da-f]{1,4}$/i.test(part) ? Number.parseInt(part, 16) : Number.NaN]);
  return parts.some(Number.isNaN) ? null : parts;
}

/** Returns two IPv6 groups, or null for other text. */
function ipv4GroupsOf(part: string): readonly number[] | null {
  const match = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(part);
  if (match === null) return null;
  const [a = 0, b = 0, c = 0, d = 0] = match.slice(1).map(Number);
  return [a, b, c, d].some((byte) => byte > 255) ? null : [(a << 8) | b, (c << 8) | d];
}
