import type { FaultRule } from '@orgdesk/simulator';
import { describe, expect, onTestFinished, test } from 'vitest';
import { stoppedService } from '../../../support/service/stopped-service.ts';
import { addOrganization, changed, changesRequested, creations, listOf, removals, result } from './listing.ts';

describe('sending invitations again while the code host has trouble', () => {
  const { service, world, control, signIn } = stoppedService();

  const setUp = async () => {
    const { organization, owner, newcomer } = addOrganization(service());
    world().addTeam({ organization, name: 'Greeters', members: [] });
    const headers = await signIn(owner);
    const createdAt = new Date(service().clock.now().getTime() - 86_400_000).toISOString();
    const invite = (whom: object = { login: newcomer() }) => world().invite({ organization, createdAt, ...whom }).id;
    return {
      organization,
      newcomer,
      invite,
      failed: () => {
        const id = invite();
        world().failInvitation(organization, id);
        return id;
      },
      sendAgain: (ids: readonly number[]) => changed(service(), { organization, action: 'send-again', headers }, ids),
      list: async () => (await listOf(service(), organization, headers)).invitations,
      open: () =>
        world()
          .openInvitations(organization)
          .map(({ id }) => id),
    };
  };
  type Setup = Awaited<ReturnType<typeof setUp>>;

  const leftBehind = (id: number) =>
    service().logLines.filter(
      (line) => line.includes('the previous one could not be removed') && line.includes(`"invitationId":${id},`),
    );

  /** Sends an open one again, with faults from the moment on at which it has been taken away. */
  async function sendInPlace({ organization, sendAgain }: Setup, id: number, ...faults: readonly FaultRule[]) {
    const hold = control().hold({ method: 'DELETE' }, 'after');
    onTestFinished(() => hold.release());
    const sending = sendAgain([id]);
    await hold.arrived(1);
    for (const rule of faults) control().fault({ match: creations(organization), ...rule });
    hold.release();
    return (await sending).results[0];
  }

  const LOST: readonly FaultRule[] = [
    { kind: 'bad-gateway-html' },
    { kind: 'reset' },
    { kind: 'hang' },
    { kind: 'html-200' },
    { kind: 'truncate' },
    { kind: 'bad-gateway-html', after: true },
  ];
  test.each(LOST)('an answer lost to %j is not confirmed, not repeated, and leaves the former one', async (rule) => {
    const { organization, failed, sendAgain, list } = await setUp();
    const id = failed();
    control().fault({ ...rule, match: creations(organization) });
    expect((await sendAgain([id])).results).toEqual([result(id, 'not-confirmed', { reason: 'unreachable' })]);
    expect(control().count(creations(organization))).toBe(1);
    expect(control().count({ method: 'DELETE' })).toBe(0);
    expect((await list()).some((listed) => listed.id === id)).toBe(true);
  });

  test('what fails in the place of the former one is made once more', async () => {
    const here = await setUp();
    const id = here.invite();
    const outcome = await sendInPlace(here, id, {
      kind: 'reply',
      status: 422,
      body: { message: 'Not now.' },
      times: 1,
    });
    expect(outcome).toEqual(result(id, 'done', { newId: here.open()[0] ?? 0 }));
    expect(control().count(creations(here.organization))).toBe(3);
  });

  test('what fails twice there says that the former one is gone, and is not tried a third time', async () => {
    const here = await setUp();
    const id = here.invite();
    const outcome = await sendInPlace(here, id, { kind: 'reply', status: 422, body: { message: 'Not now.' } });
    expect(outcome).toEqual(
      result(id, 'refused', { error: 'Not now. The previous invitation was removed.', reason: 'refused' }),
    );
    expect(control().count(creations(here.organization))).toBe(3);
    expect(here.open()).toEqual([]);
  });

  test('what fails there after a removal that nobody confirmed says that the former one may be gone', async () => {
    const here = await setUp();
    const id = here.invite();
    control().fault({ kind: 'bad-gateway-html', after: true, match: removals(here.organization) });
    const outcome = await sendInPlace(here, id, { kind: 'reply', status: 422, body: { message: 'Not now' } });
    const error = 'Not now. The previous invitation may have been removed.';
    expect(outcome).toEqual(result(id, 'refused', { error, reason: 'refused' }));
  });

  test('after a limit there is no other try', async () => {
    const here = await setUp();
    const id = here.invite();
    const outcome = await sendInPlace(here, id, { kind: 'secondary-rate-limit' });
    expect(outcome).toEqual(
      result(id, 'refused', {
        error: 'API rate limit exceeded. The previous invitation was removed.',
        reason: 'rate-limited',
      }),
    );
    expect(control().count(creations(here.organization))).toBe(2);
  });

  test.each<[reason: 'over-quota' | 'no-seat', body: object, message: string]>([
    ['over-quota', { message: 'Over invitation rate limit' }, 'Over invitation rate limit'],
    ['no-seat', { message: 'Buy a seat.', errors: [{ code: 'no_seat' }] }, 'Buy a seat'],
  ])(
    'met in the place of the former one, %s says so, is not tried again, and ends the others',
    async (reason, body, message) => {
      const here = await setUp();
      const { organization, invite, sendAgain, open } = here;
      const ids = Array.from({ length: 7 }, () => invite());
      const hold = control().hold({ method: 'DELETE' }, 'after');
      onTestFinished(() => hold.release());
      const sending = sendAgain(ids);
      await hold.arrived(5);
      control().fault({ kind: 'reply', status: 422, body, match: creations(organization) });
      hold.release();
      const { results } = await sending;
      const error = `${message}. The previous invitation was removed.`;
      expect(results).toEqual([
        ...ids.slice(0, 5).map((id) => result(id, 'refused', { error, reason })),
        ...ids.slice(5).map((id) => result(id, 'not-tried', { reason })),
      ]);
      expect(control().count(creations(organization))).toBe(10);
      expect(open()).toEqual(ids.slice(5));
    },
  );

  test('an answer lost there is found by the other try, or is not confirmed; one invitation is made', async () => {
    for (const by of ['email', 'login'] as const) {
      const here = await setUp();
      const id = here.invite(by === 'email' ? { email: 'lost@mail.example' } : { login: here.newcomer() });
      const outcome = await sendInPlace(here, id, { kind: 'bad-gateway-html', after: true, times: 1 });
      const [fresh = 0, ...others] = here.open();
      // The open one of an address is answered again, that of a login is refused.
      const expected =
        by === 'email' ? result(id, 'done', { newId: fresh }) : result(id, 'not-confirmed', { reason: 'unreachable' });
      expect(outcome).toEqual(expected);
      expect(others).toEqual([]);
      expect(control().invitations(here.organization)).toHaveLength(1);
    }
  });

  test.each([[true], [false]])(
    'an answer lost when the former one is taken away is followed by the new one (arrived: %s)',
    async (after) => {
      const { organization, invite, sendAgain, open } = await setUp();
      const id = invite();
      control().fault({ kind: 'bad-gateway-html', after, match: removals(organization) });
      const { results } = await sendAgain([id]);
      expect(open()).toHaveLength(1);
      expect(results).toEqual([after ? result(id, 'done', { newId: open()[0] ?? 0 }) : result(id, 'already-invited')]);
    },
  );

  test.each<[what: string, rule: FaultRule, expected: object]>([
    [
      'is not found, though it is listed,',
      { kind: 'reply', status: 404, body: { message: 'Not Found' } },
      { outcome: 'refused', error: 'Not Found', reason: 'refused' },
    ],
    [
      'may not be taken away',
      { kind: 'reply', status: 422, body: { message: 'No.' } },
      { outcome: 'refused', error: 'No.', reason: 'refused' },
    ],
    [
      'is behind a limit',
      { kind: 'primary-rate-limit' },
      { outcome: 'refused', error: 'API rate limit exceeded', reason: 'rate-limited' },
    ],
  ])('a former one that %s is not followed by a new one', async (_what, rule, expected) => {
    const { organization, invite, sendAgain, open } = await setUp();
    const id = invite();
    control().fault({ ...rule, match: removals(organization) });
    expect((await sendAgain([id])).results).toEqual([{ ...result(id, 'gone'), ...expected }]);
    expect(open()).toEqual([id]);
    expect(control().count(creations(organization))).toBe(1);
  });

  test('a failed one that cannot be dismissed is sent nevertheless, and the log says so', async () => {
    const { organization, failed, sendAgain, open } = await setUp();
    const id = failed();
    control().fault({ kind: 'bad-gateway-html', match: removals(organization) });
    expect((await sendAgain([id])).results).toEqual([result(id, 'done', { newId: open()[0] ?? 0 })]);
    expect(leftBehind(id)).toHaveLength(1);
  });

  test('a failed one that somebody else dismissed in between is nothing that was left', async () => {
    const { organization, failed, sendAgain, open } = await setUp();
    const [dismissed, listed] = [failed(), failed()];
    control().fault({ kind: 'reply', status: 404, body: { message: 'Not Found' }, match: { method: 'DELETE' } });
    const hold = control().hold({ method: 'DELETE' });
    onTestFinished(() => hold.release());
    const sending = sendAgain([dismissed, listed]);
    await hold.arrived(2);
    world().dismissInvitation(organization, dismissed);
    hold.release();
    const { results } = await sending;
    expect(results.map(({ outcome }) => outcome)).toEqual(['done', 'done']);
    expect(results.map(({ newId }) => newId).toSorted()).toEqual(open().toSorted());
    expect([leftBehind(dismissed).length, leftBehind(listed).length]).toEqual([0, 1]);
  });

  test.each<[what: string, rule: FaultRule, expected: object]>([
    [
      'who it is, for a page of a gateway',
      { kind: 'bad-gateway-html', match: { path: '/graphql' } },
      { outcome: 'not-tried', reason: 'unreachable' },
    ],
    [
      'who it is, for a limit',
      { kind: 'primary-rate-limit', match: { path: '/graphql' } },
      { outcome: 'refused', error: 'API rate limit exceeded', reason: 'rate-limited' },
    ],
    [
      'its teams, for a page of a gateway',
      { kind: 'bad-gateway-html', match: { path: /[/]teams$/ } },
      { outcome: 'not-tried', reason: 'unreachable' },
    ],
    [
      'its teams, though it is listed',
      { kind: 'reply', status: 404, body: { message: 'Not Found' }, match: { path: /[/]teams$/ } },
      { outcome: 'refused', error: 'Not Found', reason: 'refused' },
    ],
  ])('nothing is changed while nobody tells %s', async (_what, rule, expected) => {
    const { invite, newcomer, sendAgain, open } = await setUp();
    const id = invite({ login: newcomer(), teams: ['greeters'] });
    control().fault(rule);
    expect((await sendAgain([id])).results).toEqual([{ ...result(id, 'gone'), ...expected }]);
    expect(changesRequested(service()).filter((call) => !/graphql$|teams$/.test(call))).toEqual([]);
    expect(open()).toEqual([id]);
  });

  test('a limit that another one meets keeps an open one from being taken away', async () => {
    const { organization, invite, newcomer, sendAgain, open } = await setUp();
    const [held, limited] = [newcomer(), newcomer()];
    const ids = [invite({ login: held }), invite({ login: limited })];
    const match = (login: string) => ({ ...creations(organization), body: { invitee_id: world().needUser(login).id } });
    const hold = control().hold(match(held));
    onTestFinished(() => hold.release());
    control().fault({ kind: 'secondary-rate-limit', retryAfter: 30, match: match(limited) });
    const sending = sendAgain(ids);
    await hold.arrived(1);
    await expect
      .poll(() =>
        control()
          .requests(match(limited))
          .some(({ status }) => status === 403),
      )
      .toBe(true);
    hold.release();
    const { results, retryAfterSeconds } = await sending;
    expect(results).toEqual([
      result(ids[0] ?? 0, 'not-tried', { reason: 'rate-limited' }),
      result(ids[1] ?? 0, 'refused', { error: 'API rate limit exceeded', reason: 'rate-limited' }),
    ]);
    expect(retryAfterSeconds).toBeGreaterThan(20);
    expect(open()).toEqual(ids);
  });

  test('two who send the same one again at once leave one that is open', async () => {
    const { organization, invite, failed, sendAgain, open } = await setUp();
    for (const id of [invite(), failed()]) {
      await Promise.all([sendAgain([id]), sendAgain([id])]);
      expect(open()).not.toContain(id);
    }
    expect(open()).toHaveLength(2);
    expect(Object.values(control().creations(organization).byInvitee)).toEqual([1, 1]);
  });
});
