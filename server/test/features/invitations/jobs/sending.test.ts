import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ENGINES_OF_RULES } from '../../../support/databases/engines.ts';
import { misfitsIn } from '../../../support/described-calls.ts';
import { jobsAs, newPeople, runOut, serviceForJobs } from './jobs.ts';

const CREATIONS = { method: 'POST', path: '/orgs/acme/invitations' };

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('an invitation job on %s', (engine) => {
  const service = serviceForJobs({ engine });
  afterEach(() => expect(misfitsIn(service().simulator, 'cloud')).toEqual([]));
  let ada: ReturnType<typeof jobsAs>;
  let grace: ReturnType<typeof jobsAs>;
  beforeEach(async () => {
    const { simulator, signIn, clock } = service();
    const stale = jobsAs(service(), (await signIn('ada')).bearer);
    for (const { id } of ((await stale.list()).json as { jobs: { id: string }[] }).jobs)
      await stale.change(id, 'cancel');
    clock.advance(2 * 3_600_000);
    simulator.control.reset();
    simulator.world.setRole('acme', 'grace', 'admin');
    simulator.control.invitationQuota('acme', { limit: 10_000, used: 0 });
    ada = jobsAs(service(), (await signIn('ada')).bearer);
    grace = jobsAs(service(), (await signIn('grace')).bearer);
    await service().workOnJobs();
  });

  test('sends each row once with its role and teams, and tells what became of it', async () => {
    const { world, control } = service().simulator;
    const [one = '', two = ''] = newPeople(service(), 'happy', 2);
    const team = world.addTeam({ organization: 'acme', name: 'Job Team', members: [] });
    world.invite({
      organization: 'acme',
      login: two,
      by: 'ada',
      createdAt: new Date(Date.now() - 86_400_000).toISOString(),
    });
    const begun = await ada.begin(
      [
        { login: one, role: 'admin', teamIds: [team.id] },
        { email: 'Somebody@mail.example', role: 'billing_manager' },
        { login: 'no-such-person' },
        { login: 'ada' },
        { login: two },
        { login: `${one.replace('0', '1')}-x`, teamIds: [999_999] },
      ],
      'happy',
    );
    expect(begun).toMatchObject({ state: 'running', startedBy: 'ada', counts: { ready: 6, sent: 0 } });
    world.addUser({ login: `${two}-x` });

    const job = await runOut(service(), () => ada.read(begun.id));
    expect(job).toMatchObject({ state: 'done', reason: null, addsPeople: false });
    expect(job.counts).toMatchObject({ ready: 0, sending: 0, sent: 2 });
    expect(job.endedAt).not.toBeNull();
    expect((await ada.rows(begun.id)).map(({ row, outcome }) => [row, outcome])).toEqual([
      [1, 'sent'],
      [2, 'sent'],
      [3, 'not-found'],
      [4, 'already-member'],
      [5, 'already-invited'],
      [6, 'refused'],
    ]);
    expect(await ada.rows(begun.id, '?outcome=refused')).toMatchObject([
      { row: 6, message: expect.stringMatching(/team/i) },
    ]);
    expect((await ada.ask(`/${begun.id}/rows?limit=4`)).json).toMatchObject({ next: 4 });
    expect(control.invitations('acme').map(({ login, email, role }) => [login ?? email, role])).toEqual([
      [one, 'admin'],
      ['Somebody@mail.example', 'billing_manager'],
    ]);
    expect(control.count({ ...CREATIONS, body: { team_ids: [team.id] } })).toBe(1);
    const listed = (await grace.list()).json as { jobs: { id: string }[] };
    expect(listed.jobs[0]?.id).toBe(begun.id);
  });

  test('stops at the quota, tells until when, and goes on by itself then', async () => {
    const { clock, simulator, signIn } = service();
    const { control, world } = simulator;
    // Invitations sent a day ago no longer count.
    clock.advance(25 * 3_600_000);
    control.invitationQuota('acme', { limit: 3, used: 1 });
    const createdAt = clock.now();
    world.invite({ organization: 'acme', email: 'earlier@mail.example', createdAt: createdAt.toISOString() });
    clock.advance(20 * 3_600_000);
    const own = jobsAs(service(), (await signIn('ada')).bearer);
    const people = newPeople(service(), 'quota', 3);
    const { id } = await own.begin(
      people.map((login) => ({ login })),
      'quota',
    );
    const stopped = await runOut(service(), () => own.read(id));
    expect(stopped).toMatchObject({ state: 'limited', reason: 'over-quota', counts: { sent: 2, ready: 1 } });
    const until = Date.parse(stopped.until ?? '');
    expect(Math.abs(until - createdAt.getTime() - 86_400_000)).toBeLessThanOrEqual(2_000);

    const calls = control.count(CREATIONS);
    clock.advance(until - clock.now().getTime() - 60_000);
    await service().workOnJobs();
    expect(control.count(CREATIONS)).toBe(calls);
    clock.advance(61_000);
    await service().workOnJobs();
    expect(await runOut(service(), () => own.read(id))).toMatchObject({ state: 'done', counts: { sent: 3 } });
  });

  test('ends with the session of its person, and goes on with that of whoever takes it over', async () => {
    const { control } = service().simulator;
    const people = newPeople(service(), 'over', 4);
    const signedIn = await service().signIn('ada');
    const own = jobsAs(service(), signedIn.bearer);
    const { id } = await own.begin(
      people.map((login) => ({ login })),
      'over',
    );
    await service().workOnJobs();
    await service().simulator.control.revokeTokens('ada');
    service().clock.advance(61_000);
    await service().workOnJobs();
    expect(await grace.read(id)).toMatchObject({ state: 'failed', reason: 'token-rejected' });

    expect((await grace.change(id, 'take-over')).json).toMatchObject({ job: { state: 'running', runBy: 'grace' } });
    const done = await runOut(service(), () => grace.read(id));
    expect(done).toMatchObject({ state: 'done', startedBy: 'ada', runBy: 'grace', counts: { sent: 4 } });
    expect(control.invitations('acme').map(({ inviter }) => inviter)).toEqual(['ada', 'grace', 'grace', 'grace']);
  });

  test('says that the session ended after a sign-out', async () => {
    const signedIn = await service().signIn('ada');
    const own = jobsAs(service(), signedIn.bearer);
    const { id } = await own.begin([{ login: 'grace' }], 'signed-out');
    await fetch(`${service().url}/api/auth/logout`, { method: 'POST', headers: signedIn.bearer });
    await service().workOnJobs();
    expect(await grace.read(id)).toMatchObject({ state: 'failed', reason: 'session-ended' });
    expect((await grace.change(id, 'cancel')).json).toMatchObject({
      job: { state: 'cancelled', counts: { cancelled: 1 } },
    });
    expect((await grace.change(id, 'resume')).status).toBe(409);
  });

  test('sends nothing while it is paused, goes on when told to, and cancels what was not sent', async () => {
    const { control } = service().simulator;
    const people = newPeople(service(), 'paused', 4);
    const { id } = await ada.begin(
      people.map((login) => ({ login })),
      'paused',
    );
    service().clock.advance(1);
    const next = await ada.begin([{ login: 'edsger' }], 'next');
    expect(next.state).toBe('queued');
    await service().workOnJobs();
    expect((await grace.change(id, 'pause')).json).toMatchObject({
      job: { state: 'paused', counts: { sent: 1, ready: 3 } },
    });
    service().clock.advance(10_000);
    await service().workOnJobs();
    expect(control.count(CREATIONS)).toBe(1);
    expect((await grace.change(id, 'resume')).json).toMatchObject({ job: { state: 'running' } });
    await service().workOnJobs();
    expect(control.count(CREATIONS)).toBe(2);
    const cancelled = await ada.change(id, 'cancel');
    expect(cancelled.json).toMatchObject({ job: { state: 'cancelled', counts: { sent: 2, cancelled: 2 } } });
    expect((await ada.read(next.id)).state).toBe('running');
  });

  test('is the same for the same key and rows, and refused for others', async () => {
    const first = await ada.begin([{ login: 'edsger' }], 'same');
    expect((await grace.begin([{ login: ' edsger ', role: 'direct_member', teamIds: [] }], 'same')).id).toBe(first.id);
    expect((await ada.start({ key: 'same', rows: [{ login: 'radia' }] })).status).toBe(409);
    const all = await Promise.all(Array.from({ length: 8 }, () => ada.begin([{ login: 'edsger' }], 'same-time')));
    expect(new Set(all.map(({ id }) => id)).size).toBe(1);
  });

  test('looks up a row whose answer was lost before anything else happens to it', async () => {
    const { control } = service().simulator;
    const [arrived = '', lost = ''] = newPeople(service(), 'lost', 2);
    const { id } = await ada.begin([{ login: arrived }, { email: 'lost@mail.example' }, { login: lost }], 'lost');
    const hold = control.hold(CREATIONS, 'after');
    const working = service().workOnJobs();
    await hold.arrived(1);
    expect((await ada.read(id)).counts).toMatchObject({ sending: 1, ready: 2 });
    control.fault({ match: CREATIONS, times: 1, kind: 'reset' });
    hold.release();
    await working;
    const job = await runOut(service(), () => ada.read(id));
    expect(job).toMatchObject({ state: 'done', counts: { sent: 3 } });
    expect(control.creations('acme').byInvitee).toEqual({ [arrived]: 1, [lost]: 1, 'lost@mail.example': 1 });
  });
});
