import { expect, test } from 'vitest';
import { readInstallations } from '../../../src/code-host/app/installations.ts';
import { hostAnswering, json, NOON, TOKEN } from '../host-answering.ts';

const HALF_PAST = new Date('2030-01-01T12:30:00Z');
const epochSeconds = (at: Date): string => String(at.getTime() / 1000);
const usedUp = (reset: string) => ({ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset });
const after = (ms: number): Date => new Date(NOON.getTime() + ms);
const DAY_MS = 24 * 60 * 60 * 1000;

test.for<readonly [headers: Record<string, string>, retryAt: Date | null]>([
  [{ 'retry-after': '1800' }, HALF_PAST],
  [{ 'retry-after': 'Tue, 01 Jan 2030 12:30:00 GMT' }, HALF_PAST],
  [usedUp(epochSeconds(HALF_PAST)), HALF_PAST],
  [{ ...usedUp(epochSeconds(HALF_PAST)), 'retry-after': '60' }, after(60_000)],
  [{ ...usedUp(epochSeconds(HALF_PAST)), 'retry-after': 'soon' }, HALF_PAST],
  [{ 'retry-after': '86400' }, after(DAY_MS)],
  [usedUp(epochSeconds(after(DAY_MS))), after(DAY_MS)],
  [{ 'retry-after': '86401' }, null],
  [usedUp(epochSeconds(after(DAY_MS + 1_000))), null],
  [usedUp(epochSeconds(NOON)), null],
  [usedUp(epochSeconds(after(-60_000))), null],
  [{ 'x-ratelimit-remaining': '17', 'x-ratelimit-reset': epochSeconds(HALF_PAST) }, null],
  [{ 'x-ratelimit-reset': epochSeconds(HALF_PAST) }, null],
  [{ 'x-ratelimit-remaining': '0' }, null],
  [{ 'retry-after': 'Mon, 31 Dec 2029 12:30:00 GMT' }, null],
  [{ 'retry-after': 'Tue, 99 Jan 2030 12:30:00 GMT' }, null],
  [{ 'retry-after': '2030-01-01T12:30:00Z' }, null],
  ...['', '0', '-5', '1e3', '1.5', ' ', 'soon', '60, 60', '9'.repeat(12), '9'.repeat(400)].map(
    (text) => [{ 'retry-after': text }, null] as const,
  ),
  ...['', '-1', 'noon', '1.5', '9'.repeat(12), '9'.repeat(400)].map((text) => [usedUp(text), null] as const),
])('a limit with %j lasts until %s, in REST and in GraphQL [GP-16]', async ([headers, retryAt]) => {
  const body = { message: 'API rate limit exceeded for user ID 1.' };
  const { host } = await hostAnswering({
    '/api/user/installations': (_request, response) => json(response, 403, body, headers),
    '/api/graphql': (_request, response) =>
      json(response, 200, { errors: [{ type: 'RATE_LIMITED', ...body }] }, headers),
  });
  const refused = { ok: false, refusal: { kind: 'rate-limited', retryAt } };
  const request = { query: 'query Q { viewer { login } }', operationName: 'Q', variables: {} };

  expect(await readInstallations(host.as({ token: TOKEN }))).toEqual(refused);
  expect(await host.as({ token: TOKEN }).query(request)).toEqual(refused);
});
