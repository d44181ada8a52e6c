import { describe, expect, test } from 'vitest';
import { ENGINES_OF_RULES } from '../../../support/databases/engines.ts';
import { stoppedService } from '../../../support/service/stopped-service.ts';
import { addOrganization, changed, changesRequested, creations, listOf, result } from './listing.ts';

const DAY_MS = 86_400_000;

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('sending invitations again on %s', (engine) => {
  const { service, world, control, signIn } = stoppedService({ engine });
  const ago = (ms: number) => new Date(service().clock.now().getTime() - ms).toISOString();

  const setUp = async (more: object = {}) => {
    const { organization, owner, newcomer } = addOrganization(service(), more);
    const team = world().addTeam({ organization, name: 'Greeters', members: [] });
    const headers = await signIn(owner);
    const invite = (whom: object = { login: newcomer() }, days = 2) =>
      world().invite({ organization, createdAt: ago(days * DAY_MS), ...whom }).id;
    return {
      organization,
      teamId: team.id,
      newcomer,
      invite,
      /** One that has failed. */
      failed: (whom: object = { login: newcomer() }) => {
        const id = invite(whom, 9);
        world().expireInvitations();
        return id;
      },
      sendAgain: (...ids: readonly number[]) =>
        changed(service(), { organization, action: 'send-again', headers }, ids),
      list: async () => (await listOf(service(), organization, headers)).invitations,
      /** Bodies of the calls that make an invitation. */
      created: () =>
        control()
          .requests(creations(organization))
          .map(({ body }) => body),
      calls: () =>
        changesRequested(service())
          .filter((call) => !call.endsWith('/graphql'))
          .map((call) => call.replace(`/orgs/${organization}/`, '')),
    };
  };

  test('makes one for a failed one first, and dismisses that when the new one is there', async () => {
    const { newcomer, failed, sendAgain, list, calls } = await setUp();
    const login = newcomer();
    const id = failed({ login, role: 'admin' });
    const { results } = await sendAgain(id);
    const [fresh, ...others] = await list();
    expect(fresh).toMatchObject({ login, role: 'admin', state: 'open' });
    expect(others).toEqual([]);
    expect(results).toEqual([result(id, 'done', { newId: fresh?.id ?? 0 })]);
    expect(calls()).toEqual(['POST invitations', `DELETE invitations/${id}`]);
  });

  test('sends one to an address to the address', async () => {
    const { failed, sendAgain, list, created } = await setUp();
    const id = failed({ email: 'new@mail.example', role: 'billing_manager' });
    const { results } = await sendAgain(id);
    expect(results[0]?.outcome).toBe('done');
    expect(await list()).toMatchObject([{ email: 'new@mail.example', role: 'billing_manager', state: 'open' }]);
    expect(created()).toEqual([{ email: 'new@mail.example', role: 'billing_manager', team_ids: [] }]);
  });

  test('sends a failed one without its teams, which the code host does not tell', async () => {
    const { failed, newcomer, sendAgain, list, calls } = await setUp();
    const id = failed({ login: newcomer(), teams: ['greeters'] });
    expect((await sendAgain(id)).results[0]?.outcome).toBe('done');
    expect(await list()).toMatchObject([{ state: 'open', teamCount: 0 }]);
    expect(calls()).toEqual(['POST invitations', `DELETE invitations/${id}`]);
  });

  test.each([
    ['refuses another', {}, 'login'],
    ['answers it with the open one', { repeatsOpenInvitations: true }, 'login'],
    ['answers another to an address with the open one', {}, 'email'],
  ] as const)(
    'takes an open one away first where the code host %s, and keeps role and teams',
    async (_what, more, by) => {
      const { invite, newcomer, sendAgain, list, created, calls, teamId, organization } = await setUp(more);
      const whom = by === 'login' ? { login: newcomer() } : { email: 'open@mail.example' };
      const id = invite({ ...whom, role: 'admin', teams: ['greeters'] });
      const { results } = await sendAgain(id);
      const [fresh, ...others] = await list();
      expect(fresh).toMatchObject({ ...whom, role: 'admin', teamCount: 1 });
      // The code host tells whole seconds.
      expect(fresh?.createdAt).toBe(`${ago(0).slice(0, 19)}.000Z`);
      expect(others).toEqual([]);
      expect(results).toEqual([result(id, 'done', { newId: fresh?.id ?? 0 })]);
      expect(calls()).toEqual([
        `GET invitations/${id}/teams`,
        'POST invitations',
        `DELETE invitations/${id}`,
        'POST invitations',
      ]);
      for (const body of created()) expect(body).toMatchObject({ role: 'admin', team_ids: [teamId] });
      expect(control().invitations(organization)).toHaveLength(1);
    },
  );

  test('takes a failed one away first where it stands in the way', async () => {
    const { failed, sendAgain, list, calls } = await setUp({ failuresBlockInviting: true });
    const id = failed();
    expect((await sendAgain(id)).results[0]?.outcome).toBe('done');
    expect(await list()).toMatchObject([{ state: 'open' }]);
    expect(calls()).toEqual(['POST invitations', `DELETE invitations/${id}`, 'POST invitations']);
  });

  test('sends nothing to somebody who has another open one', async () => {
    const { invite, failed, newcomer, sendAgain, list, calls } = await setUp();
    const login = newcomer();
    const [before, id] = [failed({ login }), failed({ email: 'twice@mail.example' })];
    invite({ login });
    invite({ email: 'Twice@mail.example' });
    expect((await sendAgain(before, id)).results).toEqual([
      result(before, 'already-invited'),
      result(id, 'already-invited'),
    ]);
    expect(calls()).toEqual([]);
    expect(await list()).toHaveLength(4);
  });

  test('of several of one person sends the first', async () => {
    const { failed, newcomer, sendAgain, list } = await setUp();
    const login = newcomer();
    const ids = [failed({ login }), failed({ login })];
    const [first = 0, second = 0] = ids;
    const { results } = await sendAgain(first, second);
    expect(results).toMatchObject([{ outcome: 'done' }, result(second, 'not-tried')]);
    expect((await list()).map(({ state }) => state)).toEqual(['open', 'failed']);
  });

  test('calls an answer with an older invitation no success, and leaves what is there', async () => {
    const { failed, sendAgain, list, organization, calls } = await setUp();
    const id = failed();
    const body = { id: 777_777, created_at: ago(120_000) };
    control().fault({ kind: 'reply', status: 201, body, match: creations(organization) });
    expect((await sendAgain(id)).results).toEqual([result(id, 'already-invited')]);
    expect(calls()).toEqual(['POST invitations']);
    expect(await list()).toMatchObject([{ id, state: 'failed' }]);
  });

  test.each([
    ['the former one', (id: number) => ({ id, created_at: ago(0) })],
    ['an older one', () => ({ id: 777_777, created_at: ago(120_000) })],
  ])('calls %s in its own place no success either', async (_what, answered) => {
    const { invite, sendAgain, organization } = await setUp();
    const id = invite();
    const hold = control().hold({ method: 'DELETE' }, 'after');
    const sending = sendAgain(id);
    await hold.arrived(1);
    control().fault({ kind: 'reply', status: 201, body: answered(id), match: creations(organization) });
    hold.release();
    expect((await sending).results).toEqual([result(id, 'already-invited')]);
    expect(control().count(creations(organization))).toBe(2);
  });

  test('refuses one that an identity provider made, whatever became of it', async () => {
    const { invite, failed, newcomer, sendAgain, calls, list } = await setUp();
    const ids = [
      invite({ login: newcomer(), source: 'scim' }),
      failed({ email: 'provided@mail.example', source: 'scim' }),
    ];
    const error = 'This invitation was created by an identity provider. Resend it there.';
    expect((await sendAgain(...ids)).results).toEqual(
      ids.map((id) => result(id, 'refused', { error, reason: 'refused' })),
    );
    expect(calls()).toEqual([]);
    expect(await list()).toHaveLength(2);
  });

  const MESSAGES = ['Invitee is suspended', 'Invitations are disabled for this organization', 'Validation Failed', ''];
  test.each(MESSAGES)(
    'takes a failed one away first where the code host refuses the new one with %j',
    async (message) => {
      const { failed, sendAgain, list, calls, organization } = await setUp();
      const id = failed();
      control().fault({ kind: 'reply', status: 422, body: { message }, times: 1, match: creations(organization) });
      const { results } = await sendAgain(id);
      const [fresh, ...others] = await list();
      expect([fresh?.state, others]).toEqual(['open', []]);
      expect(results).toEqual([result(id, 'done', { newId: fresh?.id ?? 0 })]);
      expect(calls()).toEqual(['POST invitations', `DELETE invitations/${id}`, 'POST invitations']);
    },
  );

  test.each(MESSAGES)('says that a failed one is gone where %j is the answer without it, too', async (message) => {
    const { failed, sendAgain, list, calls, organization } = await setUp();
    const id = failed();
    control().fault({ kind: 'reply', status: 422, body: { message }, match: creations(organization) });
    const error = `${message === '' ? 'Unknown error' : message}. The previous invitation was removed.`;
    expect((await sendAgain(id)).results).toEqual([result(id, 'refused', { error, reason: 'refused' })]);
    expect(calls()).toEqual(['POST invitations', `DELETE invitations/${id}`, 'POST invitations']);
    expect(await list()).toEqual([]);
  });

  test.each([
    [403, 'You must be an admin'],
    [404, 'Not Found'],
    [409, 'Conflict'],
  ])('leaves a failed one alone where the code host refuses the new one with %i', async (status, message) => {
    const { failed, sendAgain, list, calls, organization } = await setUp();
    const id = failed();
    control().fault({ kind: 'reply', status, body: { message }, match: creations(organization) });
    expect((await sendAgain(id)).results).toEqual([result(id, 'refused', { error: message, reason: 'refused' })]);
    expect(calls()).toEqual(['POST invitations']);
    expect(await list()).toMatchObject([{ id, state: 'failed' }]);
  });

  test('refuses a role that cannot be sent, and somebody who is nobody any more', async () => {
    const { invite, failed, sendAgain, calls, list } = await setUp();
    world().addUser({ login: `left-${engine}` });
    const [role, nobody] = [
      invite({ email: 'back@mail.example', role: 'reinstate' }),
      failed({ login: `left-${engine}` }),
    ];
    world().updateUser(`left-${engine}`, { suspension: 'hidden' });
    expect((await sendAgain(role, nobody)).results).toEqual([
      result(role, 'refused', {
        error: 'orgdesk cannot resend an invitation with the role reinstate.',
        reason: 'refused',
      }),
      result(nobody, 'refused', { error: `User @left-${engine} not found on the code host`, reason: 'refused' }),
    ]);
    expect(calls()).toEqual([]);
    expect(await list()).toHaveLength(2);
  });

  test('tells of a member with the message of the code host, and keeps what failed', async () => {
    const { failed, newcomer, sendAgain, list, organization } = await setUp();
    const login = newcomer();
    const id = failed({ login });
    world().addMembership({ organization, login });
    expect((await sendAgain(id)).results).toEqual([
      result(id, 'refused', { error: 'Invitee is already a part of this organization', reason: 'refused' }),
    ]);
    expect(await list()).toMatchObject([{ id, state: 'failed' }]);
  });

  test('stops at the quota before anything is taken away, and sends no other', async () => {
    const { failed, invite, sendAgain, list, calls, organization } = await setUp();
    const ids = [...Array.from({ length: 7 }, () => failed()), ...Array.from({ length: 3 }, () => invite())];
    control().invitationQuota(organization, { limit: 50, used: 50 });
    const { results } = await sendAgain(...ids);
    const over = results.filter(({ outcome }) => outcome === 'refused');
    expect(over.length).toBeLessThanOrEqual(5);
    expect(over.length).toBeGreaterThan(0);
    for (const each of over) expect(each).toMatchObject({ error: 'Over invitation rate limit', reason: 'over-quota' });
    for (const each of results.filter((one) => !over.includes(one)))
      expect(each).toMatchObject({ outcome: 'not-tried', reason: 'over-quota' });
    expect(calls().filter((call) => call.startsWith('DELETE'))).toEqual([]);
    expect(await list()).toHaveLength(10);
  });

  test('stops at the last seat, by the code and not by the message', async () => {
    const { failed, sendAgain, organization, list } = await setUp();
    const id = failed();
    const body = { message: 'Please buy more.', errors: [{ code: 'no_seat', field: 'user' }] };
    control().fault({ kind: 'reply', status: 422, body, match: creations(organization) });
    expect((await sendAgain(id)).results).toEqual([
      result(id, 'refused', { error: 'Please buy more.', reason: 'no-seat' }),
    ]);
    control().clearFaults();
    world().updateOrganization(organization, { seats: 1 });
    expect((await sendAgain(id)).results[0]).toMatchObject({ outcome: 'refused', reason: 'no-seat' });
    expect(await list()).toMatchObject([{ id, state: 'failed' }]);
  });

  test('of fifty at once makes one each and no more', async () => {
    const { failed, invite, sendAgain, list, organization } = await setUp({ plan: 'team' });
    const ids = Array.from({ length: 50 }, (_, person) => (person % 2 === 0 ? failed() : invite()));
    const { results } = await sendAgain(...ids);
    expect(results.map(({ id, outcome }) => [id, outcome])).toEqual(ids.map((id) => [id, 'done']));
    const open = await list();
    expect(open.map(({ id }) => id).toSorted()).toEqual(results.map(({ newId }) => newId).toSorted());
    expect(open.every(({ state }) => state === 'open')).toBe(true);
    const { byInvitee } = control().creations(organization);
    expect([Object.keys(byInvitee).length, new Set(Object.values(byInvitee))]).toEqual([50, new Set([1])]);
    expect(control().maxInFlight({ path: `/orgs/${organization}/invitations` })).toBeLessThanOrEqual(5);
  });
});
