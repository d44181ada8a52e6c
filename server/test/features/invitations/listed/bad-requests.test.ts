import { describe, expect, test } from 'vitest';
import { stoppedService } from '../../../support/service/stopped-service.ts';
import { askChange } from './listing.ts';

const ACTIONS = ['cancel', 'send-again'] as const;

describe('the checks of a change', () => {
  const { service, control, signIn } = stoppedService();
  const INVALID = 'ids must be a list of 1 to 50 different positive integers.';

  test.each([
    ['no list', {}, INVALID],
    ['an empty one', { ids: [] }, INVALID],
    ['fifty-one', { ids: Array.from({ length: 51 }, (_, index) => index + 1) }, INVALID],
    ['one of them twice', { ids: [7, 7] }, INVALID],
    ['a text', { ids: ['7'] }, INVALID],
    ['a part of a number', { ids: [7.5] }, INVALID],
    ['zero', { ids: [7, 0] }, INVALID],
    ['a number that is not exact', '{"ids":[9007199254740993]}', INVALID],
    ['a list alone', [7], INVALID],
    ['nothing', 'null', INVALID],
    ['no JSON', '{"ids":[7', 'The request body is not valid JSON.'],
  ])('refuse %s before anybody is asked, and before the organization and the rights', async (_what, body, error) => {
    const headers = await signIn('grace');
    for (const action of ACTIONS) {
      for (const organization of ['northwind', '%20']) {
        const answer = await askChange(service(), { organization, action, headers }, body);
        expect([answer.status, answer.json]).toEqual([400, { error }]);
      }
    }
    expect(control().count()).toBe(0);
  });
});
