import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SENDING_UNKNOWN_MS } from '../../../../src/lib/limits/jobs.ts';
import { ENGINES_OF_RULES } from '../../../support/databases/engines.ts';
import { misfitsIn } from '../../../support/described-calls.ts';
import { jobsAs, newPeople, runOut, serviceForJobs } from './jobs.ts';

const CREATIONS = { method: 'POST', path: '/orgs/acme/invitations' };

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('an invitation job that cannot go on, on %s', (engine) => {
  const service = serviceForJobs({ engine });
  afterEach(() => expect(misfitsIn(service().simulator, 'cloud')).toEqual([]));
  let ada: ReturnType<typeof jobsAs>;
  beforeEach(async () => {
    const { simulator, signIn, clock } = service();
    clock.advance(2 * 3_600_000);
    simulator.control.reset();
    ada = jobsAs(service(), (await signIn('ada')).bearer);
  });

  test('stops where no seat is left, until somebody lets it go on', async () => {
    const { control } = service().simulator;
    control.organizationPlan('acme', { name: 'team', seats: 1 });
    const [login = ''] = newPeople(service(), 'seat', 1);
    const { id } = await ada.begin([{ login }], 'seat');
    expect(await runOut(service(), () => ada.read(id))).toMatchObject({
      state: 'failed',
      reason: 'no-seat',
      message: expect.stringMatching(/seat/),
      counts: { ready: 1 },
    });
    control.organizationPlan('acme', { seats: null });
    await ada.change(id, 'resume');
    expect(await runOut(service(), () => ada.read(id))).toMatchObject({ state: 'done', counts: { sent: 1 } });
  });

  test('stops after a few calls without an answer, and goes on by itself', async () => {
    const { control } = service().simulator;
    const [login = ''] = newPeople(service(), 'outage', 1);
    const { id } = await ada.begin([{ login }], 'outage');
    control.fault({ match: { path: '/graphql' }, kind: 'reset' });
    const stopped = await runOut(service(), () => ada.read(id));
    expect(stopped).toMatchObject({ state: 'limited', reason: 'unreachable' });
    expect(stopped.until).not.toBeNull();
    control.clearFaults();
    service().clock.advance(5 * 60_000);
    await service().workOnJobs();
    expect(await runOut(service(), () => ada.read(id))).toMatchObject({ state: 'done', counts: { sent: 1 } });
  });

  test('waits before it looks up what became of a call without an answer, which may still be under way', async () => {
    const { control } = service().simulator;
    const [login = ''] = newPeople(service(), 'under-way', 1);
    const { id } = await ada.begin([{ login }], 'under-way');
    control.fault({ match: CREATIONS, times: 1, kind: 'reset' });
    await service().workOnJobs();
    expect((await ada.read(id)).counts).toMatchObject({ sending: 1 });
    control.clearRequests();
    for (let waitedMs = 0; waitedMs < SENDING_UNKNOWN_MS; waitedMs += 5_000) {
      await service().workOnJobs();
      expect([waitedMs, control.requests().map(({ path }) => path)]).toEqual([waitedMs, []]);
      service().clock.advance(5_000);
    }
    expect(await runOut(service(), () => ada.read(id))).toMatchObject({ state: 'done', counts: { sent: 1 } });
  });

  test.each([
    ['the person is looked up', { path: '/graphql' }],
    ['the invitation is sent', CREATIONS],
  ])('does not stop for two answers of 500 in a row where %s', async (_where, match) => {
    const { control } = service().simulator;
    const { clock, workOnJobs } = service();
    const [login = ''] = newPeople(service(), `twice-${match.path.length}`, 1);
    const { id } = await ada.begin([{ login }], `twice-${match.path.length}`);
    control.fault({ match, kind: 'reply', status: 500, body: { message: 'Server Error' }, times: 2 });
    const beganAt = clock.now().getTime();
    const states = new Set<string>();
    for (let step = 0; step < 100 && (await ada.read(id)).endedAt === null; step += 1) {
      const nextAt = await workOnJobs();
      states.add((await ada.read(id)).state);
      clock.advance(Math.max(1, (nextAt?.getTime() ?? 0) - clock.now().getTime()));
    }
    expect(states).toEqual(new Set(['running', 'done']));
    expect((await ada.read(id)).counts).toMatchObject({ sent: 1 });
    // Twice it is waited until an invitation cannot arrive any more.
    expect(clock.now().getTime() - beganAt).toBeLessThan(70_000);
  });

  test('waits twice as long after each call without an answer, and leaves a part of that to chance', async () => {
    const { control } = service().simulator;
    const { clock, workOnJobs } = service();
    const pauses: number[][] = [];
    for (const name of ['first', 'second']) {
      const [login = ''] = newPeople(service(), `growing-${name}`, 1);
      const { id } = await ada.begin([{ login }], `growing-${name}`);
      control.fault({ match: { path: '/graphql' }, kind: 'reset' });
      const own: number[] = [];
      for (;;) {
        const nextAt = await workOnJobs();
        if ((await ada.read(id)).state === 'limited') break;
        own.push((nextAt?.getTime() ?? 0) - clock.now().getTime());
        clock.advance(own.at(-1) ?? 0);
      }
      pauses.push(own);
      control.clearFaults();
      await ada.change(id, 'cancel');
      await workOnJobs();
    }
    for (const own of pauses) {
      expect(own).toHaveLength(7);
      for (const [index, pauseMs] of own.entries()) {
        const wholeMs = Math.min(60_000, 1_000 * 2 ** index);
        expect([index, pauseMs >= wholeMs / 2 && pauseMs <= wholeMs]).toEqual([index, true]);
      }
    }
    expect(pauses[0]).not.toEqual(pauses[1]);
  });

  test('stops when its person is no longer an owner, and goes on with another one', async () => {
    const { world } = service().simulator;
    world.setRole('acme', 'grace', 'admin');
    const grace = jobsAs(service(), (await service().signIn('grace')).bearer);
    const [login = ''] = newPeople(service(), 'rights', 1);
    const { id } = await ada.begin([{ login }], 'rights');
    world.setRole('acme', 'ada', 'member');
    service().clock.advance(61_000);
    await service().workOnJobs();
    expect(await grace.read(id)).toMatchObject({ state: 'failed', reason: 'rights-lost' });
    expect((await ada.ask(`/${id}`)).status).toBe(403);
    await grace.change(id, 'take-over');
    expect(await runOut(service(), () => grace.read(id))).toMatchObject({ state: 'done', runBy: 'grace' });
    world.setRole('acme', 'ada', 'admin');
  });

  test('stops when its person left the organization, and goes on with another one', async () => {
    const { world, control } = service().simulator;
    world.addUser({ login: 'leaving' });
    world.addMembership({ organization: 'acme', login: 'leaving', role: 'admin' });
    const leaving = jobsAs(service(), (await service().signIn('leaving')).bearer);
    const people = newPeople(service(), 'left', 3).map((login) => ({ login }));
    const { id } = await leaving.begin(people, 'left');
    await service().workOnJobs();
    expect((await ada.read(id)).counts).toMatchObject({ sent: 1, ready: 2 });
    control.platform.removeMember('acme', 'leaving');
    service().clock.advance(61_000);
    await service().workOnJobs();
    expect(await ada.read(id)).toMatchObject({ state: 'failed', reason: 'rights-lost' });
    expect((await leaving.ask(`/${id}`)).status).toBe(404);
    await ada.change(id, 'take-over');
    const done = await runOut(service(), () => ada.read(id));
    expect(done).toMatchObject({ state: 'done', startedBy: 'leaving', runBy: 'ada', counts: { sent: 3 } });
  });

  test('invites nobody into another organization that took the name, though no event told of it', async () => {
    const { world, control } = service().simulator;
    const addMoving = () => {
      world.addOrganization({ login: 'moving' });
      world.addMembership({ organization: 'moving', login: 'ada', role: 'admin' });
      world.addInstallation({ account: 'moving' });
    };
    addMoving();
    const moving = jobsAs(service(), (await service().signIn('ada')).bearer, 'moving');
    const [login = ''] = newPeople(service(), 'moved', 1);
    const { id } = await moving.begin([{ login }], 'moved');
    world.renameOrganization('moving', 'moved-away');
    addMoving();
    service().clock.advance(61_000);
    await service().workOnJobs();
    const moved = jobsAs(service(), (await service().signIn('ada')).bearer, 'moved-away');
    expect(await runOut(service(), () => moved.read(id))).toMatchObject({ state: 'done', counts: { sent: 1 } });
    expect(control.invitations('moving')).toEqual([]);
    expect(control.invitations('moved-away')).toHaveLength(1);
  });

  test('goes on in the organization it belongs to, however that is called by now', async () => {
    const { world, control } = service().simulator;
    const [login = ''] = newPeople(service(), 'renamed', 1);
    const { id } = await ada.begin([{ login }], 'renamed');
    control.platform.renameOrganization('acme', 'acme-renamed');
    world.addOrganization({ login: 'acme' });
    world.addMembership({ organization: 'acme', login: 'ada', role: 'admin' });
    service().clock.advance(61_000);
    await service().workOnJobs();
    const renamed = jobsAs(service(), (await service().signIn('ada')).bearer, 'acme-renamed');
    expect(await renamed.read(id)).toMatchObject({ state: 'done', counts: { sent: 1 } });
    expect(control.count(CREATIONS)).toBe(0);
    expect((await ada.ask(`/${id}`)).status).toBe(403);
  });
});
