import { RETURN_TO_MAX_BYTES } from '@orgdesk/contract/limits';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { acceptReturnTo, reacceptReturnTo, withAuthError } from '../../src/lib/return-to.ts';
import { cases } from '../support/random/properties.ts';

const ORIGIN = 'https://orgdesk.example:8443';
const accepted = (text: string) => reacceptReturnTo(text, ORIGIN);

describe('a return address', () => {
  test.each([
    '/',
    '/organizations',
    '/organizations/acme?tab=people&sort=a#top',
    '/a%2fb/%09/%5cc',
    '/search?next=//elsewhere.example/',
    '/a/../b',
    '/a//b',
    '/a//',
    '/a///b//c?d=1#e',
    '/a/./b//..',
    '/a/..b',
    '/a//..//..//b',
    '/a/...//b',
    '/a%2Fb//c',
    '/page/https://elsewhere.example/',
    '/search?q=a//b',
    '/search?q=..//b',
    '/x?u=https://elsewhere.example/',
    '/x?path=C:\\temp#\\\\share',
    '/#//b',
    `${ORIGIN}/a//b`,
    `${ORIGIN}?path=C:\\temp`,
    `${ORIGIN}`,
    `${ORIGIN}/organizations?x=1#y`,
    `${ORIGIN}?x=1`,
  ])('%s is kept byte for byte', (text) => {
    expect(accepted(text)).toBe(text);
  });

  test.each([
    ['', '/'],
    ['/✓/ä b', '/%E2%9C%93/%C3%A4%20b'],
    ['/\ud800', '/%EF%BF%BD'],
  ])('%j is emitted as %j', (text, emitted) => {
    expect(accepted(text)).toBe(emitted);
  });

  test.each([
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/\r\nSet-Cookie: a=b',
    '/\u0000',
    '/\u0085/x',
    '/..//evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    '/%2e%2e//evil.example',
    '/a//../..//evil.example',
    '/a/%2e%2e/.//evil.example',
    '/a\\b',
    '/a/..\\evil.example',
    '//orgdesk.example:8443/',
    '///orgdesk.example:8443/',
    'evil.example',
    'organizations',
    '?x=1',
    'https:evil.example',
    'https:/evil.example',
    'http://orgdesk.example:8443/',
    'https://orgdesk.example/',
    'https://orgdesk.example:8443.evil.example/',
    'https://orgdesk.example:8443@evil.example/',
    'https://user@orgdesk.example:8443/',
    'https://orgdesk.example:8443//evil.example',
    'https://orgdesk.example:8443/a/..//evil.example',
    'https://orgdesk.example:8443\\a',
    'https:///orgdesk.example:8443/',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'ftp://orgdesk.example:8443/',
    ' /organizations',
    'https://[::1]/',
    'https://2130706433/',
    'https://evil.example\\@orgdesk.example:8443/',
  ])('%j becomes the start page', (text) => {
    expect(accepted(text)).toBe('/');
  });

  test('never leaves the origin, whatever is asked for', () => {
    const hostile = fc.string({ unit: fc.constantFrom(...'/\\.\t\n\r %@:#?a\u0000é'), maxLength: 14 });
    const prefixed = fc
      .tuple(fc.constantFrom('', ORIGIN, 'https:', 'http://', '//', '/'), hostile)
      .map((x) => x.join(''));
    fc.assert(
      fc.property(prefixed, (text) => {
        const emitted = accepted(text);
        const once = new URL(emitted, ORIGIN);
        expect(once.origin).toBe(ORIGIN);
        expect(new URL(once.pathname + once.search + once.hash, ORIGIN).origin).toBe(ORIGIN);
        expect(emitted).toMatch(/^[\x21-\x7e]+$/);
        expect(accepted(emitted)).toBe(emitted);
      }),
      cases({ brief: 1_000, full: 50_000 }),
    );
  });

  test('is kept when no part of its path climbs, however many slashes it has', () => {
    const part = fc.constantFrom('', '.', '..a', '...', 'a', '%2F', '%5c', ':', ';', '@', 'https:', 'é');
    const tail = fc.string({ unit: fc.constantFrom(...'/\\.:@?#%a'), maxLength: 8 });
    const path = fc.tuple(
      fc.constantFrom('', ORIGIN),
      fc.array(part, { maxLength: 6 }).map((parts) => ['', 'a', ...parts].join('/')),
      fc.constantFrom('', '?', '#'),
      tail,
    );
    fc.assert(
      fc.property(path, ([origin, parts, mark, rest]) => {
        const text = `${origin}${parts}${mark === '' ? '' : `${mark}${rest}`}`;
        expect(accepted(text)).toBe(text.replaceAll('é', '%C3%A9'));
      }),
      cases({ brief: 500, full: 20_000 }),
    );
  });

  test('may be 8 KB long as emitted, and no longer [A-6 M-7]', () => {
    expect(acceptReturnTo(`/${'a'.repeat(RETURN_TO_MAX_BYTES - 1)}`, ORIGIN).ok).toBe(true);
    expect(acceptReturnTo(`/${'a'.repeat(RETURN_TO_MAX_BYTES)}`, ORIGIN)).toEqual({
      ok: false,
      refusal: 'return-to-too-long',
    });
    expect(acceptReturnTo(`/${'é'.repeat(Math.ceil(RETURN_TO_MAX_BYTES / 6))}`, ORIGIN).ok).toBe(false);
  });
});

describe('authError', () => {
  test.each([
    ['/', '/?authError=a%20b'],
    ['/x?y=1', '/x?y=1&authError=a%20b'],
    ['/x?y=1#z', '/x?y=1&authError=a%20b#z'],
    ['/x#z?q', '/x?authError=a%20b#z?q'],
    ['/x?authError=old&y=1', '/x?y=1&authError=a%20b'],
    [`${ORIGIN}`, `${ORIGIN}?authError=a%20b`],
    ['/x?authErrorCode=old&y=1&authErrorId=old', '/x?y=1&authError=a%20b'],
  ])('joins the query of %s [E-1]', (returnTo, expected) => {
    expect(withAuthError(returnTo, 'a b')).toBe(expected);
  });
});
