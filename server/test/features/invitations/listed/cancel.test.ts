import type { FaultRule } from '@orgdesk/simulator';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ENGINES_OF_RULES } from '../../../support/databases/engines.ts';
import { stoppedService } from '../../../support/service/stopped-service.ts';
import { createTimeLimit } from '../../../support/time-limit.ts';
import { addOrganization, changed, changesRequested, listOf, removals, result } from './listing.ts';

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('cancelling invitations on %s', (engine) => {
  const { service, world, control, signIn } = stoppedService({ engine });

  const setUp = async (count: number) => {
    const { organization, owner, newcomer } = addOrganization(service());
    const ids = Array.from({ length: count }, () => world().invite({ organization, login: newcomer() }).id);
    const headers = await signIn(owner);
    const cancel = (chosen: readonly number[], url = service().url) =>
      changed({ url }, { organization, action: 'cancel', headers }, chosen);
    return { organization, owner, headers, ids, cancel };
  };
  const one = (id: number | undefined): number => id ?? 0;

  test('cancels open ones, dismisses failed ones, and says of each what became of it, in the order sent', async () => {
    const { organization, headers, ids, cancel } = await setUp(4);
    const [first, second, accepted, third] = ids.map(one);
    const [login = ''] = world()
      .openInvitations(organization)
      .filter(({ id }) => id === accepted)
      .map(({ inviteeId }) => world().userById(inviteeId ?? 0)?.login);
    world().acceptInvitation(organization, login);
    world().failInvitation(organization, one(third));
    expect(await cancel([one(third), one(accepted), one(first), 987_654])).toEqual({
      results: [
        result(one(third), 'done'),
        result(one(accepted), 'gone'),
        result(one(first), 'done'),
        result(987_654, 'gone'),
      ],
      retryAfterSeconds: null,
    });
    expect((await listOf(service(), organization, headers)).invitations.map(({ id }) => id)).toEqual([second]);
    expect(new Set(changesRequested(service()))).toEqual(
      new Set([first, third].map((id) => `DELETE /orgs/${organization}/invitations/${id}`)),
    );
    expect(control().count({ method: 'DELETE' })).toBe(2);
  });

  test('done twice says gone the second time, and sends nothing', async () => {
    const { ids, cancel } = await setUp(1);
    expect((await cancel(ids)).results).toEqual([result(one(ids[0]), 'done')]);
    expect((await cancel(ids)).results).toEqual([result(one(ids[0]), 'gone')]);
    expect(control().count({ method: 'DELETE' })).toBe(1);
  });

  test('of another organization says gone, and leaves it alone', async () => {
    const { cancel } = await setUp(1);
    const other = await setUp(1);
    expect((await cancel(other.ids)).results).toEqual([result(one(other.ids[0]), 'gone')]);
    expect(control().count({ method: 'DELETE' })).toBe(0);
    expect(world().openInvitations(other.organization)).toHaveLength(1);
  });

  const RESULTS: readonly (readonly [
    what: string,
    rule: FaultRule,
    more: Parameters<typeof result>[2],
    outcome: Parameters<typeof result>[1],
  ])[] = [
    [
      'a 404 of an invitation that is still listed',
      { kind: 'reply', status: 404, body: { message: 'Not Found' } },
      { error: 'Not Found', reason: 'refused' },
      'refused',
    ],
    [
      'a refusal',
      { kind: 'reply', status: 422, body: { message: 'No.' } },
      { error: 'No.', reason: 'refused' },
      'refused',
    ],
    [
      'a dead token',
      { kind: 'reply', status: 401, body: { message: 'Bad credentials' } },
      { error: 'Bad credentials', reason: 'token-rejected' },
      'refused',
    ],
    ['a page of a gateway', { kind: 'bad-gateway-html' }, { reason: 'unreachable' }, 'not-confirmed'],
    ['a reset connection', { kind: 'reset' }, { reason: 'unreachable' }, 'not-confirmed'],
    ['silence', { kind: 'hang' }, { reason: 'unreachable' }, 'not-confirmed'],
    ['a page with status 200', { kind: 'html-200' }, { reason: 'unreachable' }, 'not-confirmed'],
  ];
  test.each(RESULTS)('tells %s by its meaning, and tries it once', async (_what, rule, more, outcome) => {
    const { organization, ids, cancel } = await setUp(1);
    control().fault({ ...rule, match: removals(organization) });
    const [id = 0] = ids;
    expect((await cancel(ids)).results).toEqual([result(id, outcome, more)]);
    expect(control().count(removals(organization))).toBe(1);
  });

  test('of one that was accepted in between says gone', async () => {
    const { organization, ids, cancel } = await setUp(2);
    const hold = control().hold(removals(organization));
    onTestFinished(() => hold.release());
    const cancelling = cancel(ids);
    await hold.arrived(2);
    for (const { inviteeId } of world().openInvitations(organization))
      world().acceptInvitation(organization, world().userById(inviteeId ?? 0)?.login ?? '');
    hold.release();
    expect((await cancelling).results).toEqual(ids.map((id) => result(id, 'gone')));
  });

  test('after a rate limit sends no other, and says how long it lasts', async () => {
    const { organization, ids, cancel } = await setUp(12);
    control().fault({ kind: 'secondary-rate-limit', retryAfter: 60, match: removals(organization, one(ids[0])) });
    const hold = control().hold({
      method: 'DELETE',
      path: new RegExp(`^/orgs/${organization}/invitations/(?!${ids[0]}$)`),
    });
    onTestFinished(() => hold.release());
    const cancelling = cancel(ids);
    await hold.arrived(4);
    await expect
      .poll(() =>
        control()
          .requests(removals(organization, one(ids[0])))
          .every(({ status }) => status === 403),
      )
      .toBe(true);
    hold.release();
    const { results, retryAfterSeconds } = await cancelling;
    expect(results).toEqual([
      result(one(ids[0]), 'refused', { error: 'API rate limit exceeded', reason: 'rate-limited' }),
      ...ids.slice(1, 5).map((id) => result(id, 'done')),
      ...ids.slice(5).map((id) => result(id, 'not-tried', { reason: 'rate-limited' })),
    ]);
    expect(retryAfterSeconds).toBe(60);
    expect(control().count(removals(organization))).toBe(5);
  });

  test('has five under way at a time, of all changes of a session together', async () => {
    const { organization, ids, cancel } = await setUp(20);
    const hold = control().hold(removals(organization));
    onTestFinished(() => hold.release());
    const cancelling = [cancel(ids.slice(0, 12)), cancel(ids.slice(12))];
    await hold.arrived(5);
    await expect
      .poll(
        () =>
          service().logLines.filter((line) => line.includes('changing invitations') && line.includes(organization))
            .length,
      )
      .toBe(2);
    expect(hold.count()).toBe(5);
    hold.release();
    for (const { results } of await Promise.all(cancelling))
      for (const { outcome } of results) expect(outcome).toBe('done');
    expect(control().maxInFlight(removals(organization))).toBe(5);
  });

  test('when time is up finishes what was sent, and sends no other', async () => {
    const limit = createTimeLimit();
    const limited = await service().addInstance({ inviteLimitMs: limit.ms });
    const { organization, ids, cancel } = await setUp(12);
    const hold = control().hold(removals(organization));
    onTestFinished(() => hold.release());
    const cancelling = cancel(ids, limited.url);
    await hold.arrived(5);
    limit.come();
    await expect
      .poll(() =>
        service().logLines.some(
          (line) => line.includes('invitation changes were interrupted') && line.includes(organization),
        ),
      )
      .toBe(true);
    hold.release();
    const { results } = await cancelling;
    expect(results.map(({ outcome }) => outcome)).toEqual([...Array(5).fill('done'), ...Array(7).fill('not-tried')]);
    expect(control().count(removals(organization))).toBe(5);
  });

  test('by a service that stops while it reads the list is answered, and changes nothing', async () => {
    const instance = await service().addInstance();
    const { organization, ids, cancel } = await setUp(3);
    const hold = control().hold({ method: 'GET', path: `/orgs/${organization}/invitations` });
    onTestFinished(() => hold.release());
    const cancelling = cancel(ids, instance.url);
    await hold.arrived(1);
    const closed = instance.close();
    expect((await cancelling).results).toEqual(ids.map((id) => result(id, 'not-tried')));
    hold.release();
    await closed;
    expect(control().count({ method: 'DELETE' })).toBe(0);
  });
});
