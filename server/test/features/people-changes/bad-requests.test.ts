import type { PeopleChange } from '@orgdesk/contract';
import { describe, expect, test } from 'vitest';
import { stoppedService } from '../../support/service/stopped-service.ts';
import { askPreview, startChange } from './changing.ts';

const REMOVE: PeopleChange = { kind: 'remove' };

describe('the checks of a change of people', () => {
  const { service, control, signIn } = stoppedService();
  const people = { logins: ['grace'] };

  async function isRefused(ask: typeof askPreview | typeof startChange, body: unknown): Promise<void> {
    const headers = await signIn('edsger');
    const answer = await ask(service(), { organization: 'no-such-organization', headers }, body);
    expect([answer.status, Object.keys(answer.json as object)]).toEqual([400, ['error']]);
    expect(control().count()).toBe(0);
  }

  test.each([
    ['no change', { ...people }],
    ['an unknown change', { change: { kind: 'promote' }, ...people }],
    ['no role', { change: { kind: 'role' }, ...people }],
    ['an unknown role', { change: { kind: 'role', role: 'owner' }, ...people }],
    ['no team', { change: { kind: 'add-to-team', role: 'member' }, ...people }],
    ['an empty team', { change: { kind: 'remove-from-team', team: '' }, ...people }],
    ['a long team', { change: { kind: 'remove-from-team', team: 'x'.repeat(256) }, ...people }],
    ['no people', { change: REMOVE }],
    ['an empty list of people', { change: REMOVE, logins: [] }],
    ['fifty-one people', { change: REMOVE, logins: Array.from({ length: 51 }, (_, nth) => `person-${nth}`) }],
    ['an empty login', { change: REMOVE, logins: [''] }],
    ['a long login', { change: REMOVE, logins: ['x'.repeat(101)] }],
    ['numbers for people', { change: REMOVE, logins: [1] }],
    ['a list', []],
    ['no JSON', '{'],
  ])('refuse a preview of %s before anything is asked', (_what, body) => isRefused(askPreview, body));

  test.each([
    ['no previews', {}],
    ['an empty list of previews', { previews: [] }],
    ['forty-one previews', { previews: Array.from({ length: 41 }, () => 'x') }],
    ['an empty preview', { previews: [''] }],
    ['a long preview', { previews: ['x'.repeat(20_001)] }],
    ['a preview that is none', { previews: [{ token: 'x' }] }],
    ['one preview outside a list', { previews: 'x' }],
    ['a long confirmation', { previews: ['x'], confirmation: 'x'.repeat(101) }],
    ['no JSON', '{'],
  ])('refuse a change with %s before anything is asked', (_what, body) => isRefused(startChange, body));
});
