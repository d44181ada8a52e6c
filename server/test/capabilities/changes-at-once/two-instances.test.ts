import { describe, expect, test } from 'vitest';
import { ENGINES } from '../../support/databases/engines.ts';
import { stoppedService } from '../../support/service/stopped-service.ts';
import { changed as changedInvitations } from '../listed-invitations/listing.ts';
import { addPlace, changed, previewed, result, trailOf } from '../people-changes/changing.ts';

const CLAIMED = 'Not changed: another request is already making this change.';

describe.each(ENGINES.map(({ name }) => name))('the same change, sent to two instances at once, on %s', (engine) => {
  const { service, world, control, signIn } = stoppedService({ engine });
  const place = async () => {
    const made = addPlace(service());
    const where = { organization: made.organization, headers: await signIn(made.owner) };
    return { ...made, where, other: await service().addInstance() };
  };

  test('of people is made once and recorded once, and the second is told so', async () => {
    const { organization, member, idOf, where, other } = await place();
    const [both, alone] = [member(), member()];
    const { preview } = await previewed(service(), where, { kind: 'remove' }, [both]);
    const { preview: more } = await previewed(service(), where, { kind: 'remove' }, [both, alone]);
    const removal = { method: 'DELETE', path: `/orgs/${organization}/memberships/${both}` };
    const gate = control().hold(removal);
    const first = changed(service(), where, preview);
    await gate.arrived(1);
    const claimed = result(both, idOf(both), 'not-tried', { error: CLAIMED });
    for (const instance of [service(), other]) {
      expect((await changed(instance, where, preview)).results).toEqual([claimed]);
    }
    expect((await changed(other, where, more)).results).toEqual([claimed, result(alone, idOf(alone), 'done')]);
    gate.release();
    expect((await first).results).toEqual([result(both, idOf(both), 'done')]);
    expect((await changed(other, where, preview)).results).toEqual([result(both, idOf(both), 'nothing-to-do')]);
    expect(control().count(removal)).toBe(1);
    expect((await trailOf(service(), organization)).map(({ target, outcome }) => [target, outcome])).toEqual([
      [both, 'done'],
      [alone, 'done'],
    ]);
  });

  test('of people, begun by both at the same moment, is made once', async () => {
    const { organization, member, where, other } = await place();
    const logins = Array.from({ length: 5 }, () => member());
    const { preview } = await previewed(service(), where, { kind: 'role', role: 'admin' }, logins);
    const answers = await Promise.all([service(), other, service(), other].map((one) => changed(one, where, preview)));
    const outcomes = answers.flatMap(({ results }) => results.map(({ outcome }) => outcome));
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(5);
    expect(control().count({ method: 'PUT' })).toBe(5);
    expect(await trailOf(service(), organization)).toHaveLength(5);
  });

  test.each([
    ['cancel', 'DELETE'],
    ['send-again', 'POST'],
  ] as const)('of invitations (%s) is made once and recorded once', async (action, method) => {
    const { organization, person, where, other } = await place();
    const { id } = world().invite({ organization, login: person() });
    world().failInvitation(organization, id);
    const gate = control().hold({ method, path: `/orgs/${organization}/invitations` });
    const first = changedInvitations(service(), { ...where, action }, [id]);
    await gate.arrived(1);
    for (const instance of [service(), other]) {
      expect((await changedInvitations(instance, { ...where, action }, [id])).results).toEqual([
        { id, outcome: 'not-tried', error: CLAIMED, reason: null, newId: null },
      ]);
    }
    gate.release();
    expect((await first).results).toMatchObject([{ id, outcome: 'done' }]);
    expect((await changedInvitations(other, { ...where, action }, [id])).results).toMatchObject([{ outcome: 'gone' }]);
    expect(control().count({ method, path: `/orgs/${organization}/invitations` })).toBe(1);
    expect(await trailOf(service(), organization)).toMatchObject([{ outcome: 'done' }]);
  });

  test('is made by the other when the first one vanished and its claim ran out', async () => {
    const { organization, member, idOf, where, other } = await place();
    const login = member();
    const { preview } = await previewed(service(), where, { kind: 'remove' }, [login]);
    const { id } = world().needOrganization(organization);
    const name = `change people ${id} remove  ${idOf(login)}`;
    expect(await service().storage.leases.acquire(name, 'vanished', 60_000)).toBe(true);
    expect((await changed(other, where, preview)).results).toMatchObject([{ outcome: 'not-tried' }]);
    await service().storage.leases.acquire(name, 'vanished', 0);
    expect((await changed(other, where, preview)).results).toMatchObject([{ outcome: 'done' }]);
  });
});
