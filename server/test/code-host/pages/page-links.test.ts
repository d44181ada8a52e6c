import { expect, test } from 'vitest';
import { lastPageNumber, nextPage } from '../../../src/code-host/pages.ts';

const API = 'https://api.host.example';
const answerWith = (link: unknown) => ({ url: `${API}/api/v3`, headers: { link } });

test.for([
  [undefined, null, null],
  ['', null, null],
  [7, null, null],
  [`<${API}/x?page=2>; rel="next", <${API}/x?page=12>; rel="last"`, `${API}/x?page=2`, 12],
  [`<${API}/x?page=12>; rel="last", <${API}/x?page=2>; rel="next"`, `${API}/x?page=2`, 12],
  [`<${API}/x?page=2>;rel=next,<${API}/x?page=12>;rel=last`, `${API}/x?page=2`, 12],
  [`<${API}/x?page=2>; title="two"; rel="next"; foo=bar`, `${API}/x?page=2`, null],
  [`<${API}/x?page=1>; rel="prev", <${API}/x?page=1>; rel="first"`, null, null],
  [`<${API}/x?page=2>; rel="nextish", <${API}/x?page=3>; rel="lasting"`, null, null],
  [`<${API}/x?cursor=abc>; rel="next"`, `${API}/x?cursor=abc`, null],
  [`<${API}/x?page=0>; rel="last"`, null, null],
  [`<${API}/x?page=2e3>; rel="last"`, null, null],
  [`<nowhere>; rel="last"`, null, null],
] as const)('%s leads on to %s and ends on page %s', ([link, next, last]) => {
  expect(nextPage(answerWith(link))).toEqual({ ok: true, value: next });
  expect(lastPageNumber(answerWith(link))).toBe(last);
});

test.for([
  'https://thief.example/x?page=2',
  'http://api.host.example/x?page=2',
  'https://api.host.example:444/x?page=2',
  'https://api.host.example.thief.example/x',
  'https://api.host.example@thief.example/x',
  '//api.host.example/x',
  '/x?page=2',
  '',
])('a next page at "%s" is not followed', (next) => {
  expect(nextPage(answerWith(`<${next}>; rel="next"`))).toEqual({
    ok: false,
    refusal: { kind: 'unreachable', message: 'next page on another host' },
  });
});
