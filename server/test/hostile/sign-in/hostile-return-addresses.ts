/** Ways to begin an address that somebody's parser takes for the start of another site's. `OWN` is the service's origin. */
const SLASHES = ['//', '///', '////', '/\\', '\\/', '\\\\', '/\\/', '//\\', '/;//', '/ /', ' //', '/:/'] as const;
const INVISIBLE = [
  '\t',
  '\n',
  '\r',
  '\r\n',
  '\0',
  '\v',
  '\f',
  '\x1b',
  '\x7f',
  '\x85',
  '\u00a0',
  '\u200b',
  '\u2028',
  '\ufeff',
];
const DOTS = [
  '/.//',
  '/..//',
  '/a/..//',
  '/a/b/../..//',
  '/./\\',
  '/..\\',
  '/%2e%2e//',
  '/%2e//',
  '/.%2e//',
  '/%252e%252e//',
  '/a//../..//',
  '/a//..//..//',
  '/a//%2e%2e/.%2E//',
  '/a/./..//',
  '/a//',
  '/?\\\\',
  '/#\\\\',
] as const;
const ENCODED = [
  '/%2f',
  '/%2f%2f',
  '/%5c',
  '/%5c%5c',
  '/%09/',
  '/%0a/',
  '/%0d%0a/',
  '/%00/',
  '/%252f',
  '/%255c',
  '%2f%2f',
  '%5c%5c',
] as const;
const HOMOGLYPHS = [
  '/\u2215',
  '/\u2044',
  '/\uff0f',
  '\uff0f\uff0f',
  '/\uff3c',
  '/\u29f8',
  '/\u3033',
  '/\u02f8/',
] as const;
const SCHEMES = [
  'https:',
  'https:/',
  'https://',
  'https:///',
  'HTTPS://',
  'http:\\\\',
  'https:\\/',
  'ht\ttps://',
  'https\n://',
  'javascript:',
  'JaVaScRiPt://',
  'data:text/html,',
  'ftp://',
  'ws://',
  'file:///',
  'blob:OWN/',
  'http://OWN_HOST@',
] as const;
const OWN = [
  'OWN@',
  'OWN:x@',
  'OWN.',
  'OWN-',
  'OWN\\@',
  'OWN//',
  'OWN/..//',
  'OWN/a//../..//',
  'OWN?\\\\',
  'OWN/\\',
  'OWN%2f@',
  'OWN%09',
  'OWN\t.',
  'OWN#@',
  'OWN?@',
  'OWN\uff0f',
] as const;

const TARGETS = [
  'evil.example',
  'user:word@evil.example',
  'evil\u3002example',
  '%65vil.example',
  '[::1]',
  '[::ffff:7f00:1]',
  '2130706433',
  '127.1',
  'alert(1)',
] as const;

/** Hostile values for `returnTo`: every beginning with every target. */
export function hostileReturnAddresses(ownOrigin: string): readonly string[] {
  const own = (text: string) => text.replace('OWN_HOST', new URL(ownOrigin).host).replace('OWN', ownOrigin);
  const hidden = INVISIBLE.flatMap((mark) => [`/${mark}/`, `${mark}//`, `/${mark}\\`]);
  const beginnings = [...SLASHES, ...hidden, ...DOTS, ...ENCODED, ...HOMOGLYPHS, ...SCHEMES, ...OWN].map(own);
  return beginnings.flatMap((beginning) => TARGETS.map((target) => beginning + target));
}

/** Addresses that try to put a message of their own where the service puts its one. */
export const FORGED_MESSAGES = [
  '/?authError=forged',
  '/?authError=forged&authError=twice',
  '/?%61uthError=forged',
  '/?a=b&%61%75%74%68%45%72%72%6f%72=forged',
  '/?authErro%72=forged#authError=forged',
  '/?authError',
  '/?&&authError=forged&',
  '/?x=1?authError=forged',
] as const;
