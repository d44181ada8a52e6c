import type { FaultRule } from '@orgdesk/simulator';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Answer } from '../../support/browser.ts';
import { sharedService } from '../../support/service/shared-service.ts';
import { proxy, requestOf } from './operations.ts';

const LIMITED = { error: 'API rate limit exceeded' };

describe('a proxied operation', () => {
  const service = sharedService();
  beforeEach(() => service().simulator.control.clearFaults());

  const sendInto = async (rule: FaultRule): Promise<Answer> => {
    const { bearer } = await service().signIn('ada');
    service().simulator.control.fault({ ...rule, match: { path: '/graphql' } });
    return proxy(service().url, bearer, requestOf('ViewerProfile'));
  };
  const usedUpFor = (seconds: number): FaultRule => ({
    kind: 'reply',
    status: 429,
    headers: {
      'x-ratelimit-limit': '5000',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': String(Math.floor(Date.now() / 1000) + seconds),
    },
    body: {},
  });

  test.each<readonly [what: string, rule: () => FaultRule, seconds: number]>([
    ['a primary limit', () => ({ kind: 'primary-rate-limit' }), 1_800],
    ['a secondary limit, 200', () => ({ kind: 'secondary-rate-limit', status: 200, retryAfter: 61 }), 61],
    ['a secondary limit, 403', () => ({ kind: 'secondary-rate-limit', status: 403, retryAfter: 61 }), 61],
    ['a secondary limit, 429', () => ({ kind: 'secondary-rate-limit', status: 429, retryAfter: 61 }), 61],
    ['a counter that is used up', () => usedUpFor(600), 600],
  ])('that %s refuses tells when to try again, in whole seconds [GP-16]', async (_what, rule, seconds) => {
    const startedAt = Date.now();
    const answer = await sendInto(rule());
    const elapsedSeconds = Math.ceil((Date.now() - startedAt) / 1000);

    expect([answer.status, answer.json]).toEqual([500, LIMITED]);
    const retryAfter = answer.headers.get('retry-after') ?? '';
    expect(retryAfter).toMatch(/^\d+$/);
    expect(Number(retryAfter)).toBeLessThanOrEqual(seconds);
    expect(Number(retryAfter)).toBeGreaterThanOrEqual(seconds - elapsedSeconds - 1);
  });

  test.each<readonly [what: string, rule: FaultRule]>([
    ['a limit without a time', { kind: 'secondary-rate-limit', status: 403, retryAfter: null }],
    ['a limit until next week', { kind: 'secondary-rate-limit', status: 429, retryAfter: 7 * 86_400 }],
    ['a failure that names a time', { kind: 'reply', status: 503, headers: { 'retry-after': '60' }, body: {} }],
  ])('that %s refuses tells no time [GP-16]', async (_what, rule) => {
    const answer = await sendInto(rule);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([500, null]);
  });
});
