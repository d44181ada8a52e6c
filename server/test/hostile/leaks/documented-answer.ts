import { expect } from 'vitest';
import { headerLines, type RawAnswer } from '../requests/raw-http.ts';

const COOKIES = new Set(['host_session', 'host_auth_csrf', 'host_install_csrf']);
/** Codes as words of their own: a few letters of one stand in random texts such as state tokens too. */
const INTERNALS =
  /\bat .+[.][cm]?[jt]s:\d|\b(?:SQLITE|ERR|FST)_[A-Z]{2}|\bECONN[A-Z]{2}|node_modules|"stack"|\[object /;

/** Every sentence the service may put into `authError`. Specification: Errors, Sign-in callback. */
export const AUTH_ERRORS: readonly string[] = [
  'Something went wrong during sign in. Please try again.',
  'Your sign in session was invalid. Please try signing in again.',
  'The code host did not complete the sign in process. Please try again.',
  'Your sign in session expired. Please try signing in again.',
  'Could not complete sign in. The code host may be temporarily unavailable.',
];

/** Checks what holds for every answer; `what` names the attack in a failure. */
export function expectDocumented(answer: RawAnswer, what: string): void {
  expect(answer.status, what).toBeGreaterThanOrEqual(200);
  expect(answer.status, what).toBeLessThan(500);
  expect(answer.bytes, what).not.toMatch(INTERNALS);
  expectProtected(answer, what);
  for (const line of headerLines(answer, 'set-cookie')) {
    expect(COOKIES.has(line.split('=')[0] ?? ''), `${what} sets ${line}`).toBe(true);
  }
  for (const location of headerLines(answer, 'location')) expect(location, what).toMatch(/^[\x21-\x7e]+$/);
  expect(headerLines(answer, 'location').length, what).toBe(answer.status === 302 ? 1 : 0);
  if (answer.status >= 400) expectErrorBody(answer, what);
}

/** The headers of decision W5, each exactly once. */
export function expectProtected(answer: RawAnswer, what: string): void {
  expect(headerLines(answer, 'cache-control'), what).toEqual(['no-store']);
  expect(headerLines(answer, 'x-content-type-options'), what).toEqual(['nosniff']);
  expect(headerLines(answer, 'referrer-policy'), what).toEqual(['no-referrer']);
  expect(headerLines(answer, 'content-security-policy'), what).toEqual([
    expect.stringMatching(/^default-src 'none';.*frame-ancestors 'none'/),
  ]);
  expect(headerLines(answer, 'access-control-allow-origin'), what).toEqual([]);
}

function expectErrorBody(answer: RawAnswer, what: string): void {
  expect(headerLines(answer, 'content-type'), what).toEqual(['application/json; charset=utf-8']);
  const body: unknown = JSON.parse(answer.body);
  const isNoSession = JSON.stringify(body) === '{"authenticated":false,"session":null}';
  if (!isNoSession) expect(body, what).toEqual({ error: expect.stringMatching(/^[\w ,.:;/'-]{8,120}$/) });
}
