import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { publishedCalls } from '../../../simulator/test/rest/published-descriptions.ts';
import { hostPath } from '../../src/code-host/host-path.ts';
import { HOSTILE_TEXTS } from './hostile-texts.ts';

const API = 'https://code-host.example/api/v3';
const PARAMETER = /\{\w+\}/g;

/** What a server reads in an address. */
function readIn(address: string) {
  const { origin, pathname, searchParams, hash } = new URL(API + address);
  const segments = pathname.replace('/api/v3', '').split('/').map(decodeURIComponent);
  return { origin, segments, query: [...searchParams], hash };
}

const withParameters = publishedCalls().filter(
  ({ template, textQueries }) => template.includes('{') || textQueries.length > 0,
);

describe.each(withParameters)('$method $template', ({ template, textQueries }) => {
  const parts = [template, ...textQueries].map((part, index) =>
    index === 0 ? part : `${index === 1 ? '?' : '&'}${part}={text}`,
  );
  const whole = parts.join('');
  const count = whole.match(PARAMETER)?.length ?? 0;

  test.each(Array.from({ length: count }, (_, at) => at))('has each text as parameter %i, or is refused', (at) => {
    for (const text of HOSTILE_TEXTS) {
      const values = Array.from({ length: count }, (_, index) => (index === at ? text : `value-${index}`));
      const { text: address, isValid } = hostPath(whole.split(PARAMETER), ...values);
      if (!isValid) continue;
      let used = 0;
      const segments = template.split('/').map((part) => (part.startsWith('{') ? values[used++] : part));
      const query = textQueries.map((name, index) => [name, values[used + index]]);
      expect(readIn(address)).toEqual({ origin: new URL(API).origin, segments, query, hash: '' });
    }
  });
});

test.each([
  ['names', ['acme', 'a.b', '...', 'ent:core', 'a_b', "it's", 'Näme 🐈', 'x'.repeat(300)], true],
  ['numbers', [0, 7, Number.MAX_SAFE_INTEGER], true],
  ['nothing', [''], false],
  ['steps', ['.', '..'], false],
  ['what a proxy may decode', ['a/b', 'a\\b', '%2e%2e'], false],
  ['what has no encoding', ['\ud800', '\u0000', 'a\nb'], false],
  ['what is no number', [-1, 1.5, Number.NaN, 2 ** 60], false],
])('takes %s: %j', (_, values, isValid) => {
  for (const value of values) {
    expect(hostPath`/orgs/${value}`.isValid).toBe(isValid);
    expect(hostPath`/orgs?name=${value}`.isValid).toBe(isValid);
  }
});

test('a path in a path is refused with it, and joins only where a segment ends', () => {
  expect(hostPath`/orgs/${'acme'}${hostPath`/teams/${'core'}`}`).toEqual({
    text: '/orgs/acme/teams/core',
    isValid: true,
  });
  expect(hostPath`/orgs/${'acme'}${hostPath`/teams/${'..'}`}`.isValid).toBe(false);
  expect(hostPath`/orgs${hostPath`/../user`}`.isValid).toBe(false);
  expect(hostPath`/${hostPath`/elsewhere.example/x`}`.isValid).toBe(false);
});

test('is the only way to an address: nothing passes it built texts', () => {
  const folder = new URL('../../src/', import.meta.url);
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('/host-path.ts'))
    .map((name) => ({ name, text: readFileSync(new URL(name, folder), 'utf8') }));
  const withUse = (use: RegExp) => sources.filter(({ text }) => use.test(text)).map(({ name }) => name);
  expect(withUse(/hostPath`/).length).toBeGreaterThan(20);
  expect(withUse(/hostPath\(/)).toEqual([]);
  expect(withUse(/ as (unknown as )?HostAddress/)).toEqual([]);
  expect(withUse(/addressOfPage\(/)).toEqual(['code-host/pages.ts']);
  expect(withUse(/addressBelow\((?!(webUrl|graphqlUrl), hostPath`)/)).toEqual([]);
});
