import type { PeopleChange } from '@orgdesk/contract';
import { UNCONFIRMED_PEOPLE_MAX } from '@orgdesk/contract/limits';
import { describe, expect, test } from 'vitest';
import { killRuns } from '../../jobs/dead-work/dead.ts';
import { workUntilKilled } from '../../jobs/mortal-instance.ts';
import { ENGINES_OF_RULES } from '../../support/databases/engines.ts';
import { stoppedService } from '../../support/service/stopped-service.ts';
import { jobsAs } from '../invitations/jobs/jobs.ts';
import { changesRequested, trailOf } from '../people-changes/changing.ts';
import { addShared, runOver, runsAs, statesOf } from './running.ts';

const REMOVE: PeopleChange = { kind: 'remove' };

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('a run on %s', (engine) => {
  const { service, world, control, signIn } = stoppedService({ engine });

  async function shared(count: number) {
    const made = addShared(service(), count);
    const headers = await signIn(made.owner);
    const runs = runsAs(service(), headers);
    const removal = async (logins: readonly string[] = [made.leaver]) =>
      (await runs.preview(REMOVE, logins, made.ids)).previews.map(({ organization, preview }) => ({
        organization,
        previews: [preview.preview],
      }));
    const inviting = (step = 1) =>
      made.ids.map((organization) => ({ organization, step, invitations: [{ login: newcomer() }] }));
    let invited = 0;
    const newcomer = () => {
      invited += 1;
      return world().addUser({ login: `invited-${invited}-by-${made.owner}` }).login;
    };
    const over = (id: string) => runOver(service(), () => runs.read(id));
    const startWaiting = () => service().workOn(['run']);
    return { ...made, headers, runs, removal, inviting, over, startWaiting };
  }

  test('that is cancelled in the middle starts nothing afterwards, and says what was done', async () => {
    const { runs, removal, inviting, over, startWaiting, ids, leaver, roleOf, organizations } = await shared(3);
    const removals = (await removal()).map((item) => ({ ...item, step: 2 }));
    const { id } = await runs.begin({ key: 'middle', items: [...inviting(), ...removals] });
    await startWaiting();
    await service().workOnJobs();
    const cancelled = await runs.cancel(id);
    expect(cancelled.status).toBe(200);
    const before = changesRequested(service()).length;
    const run = await over(id);
    expect(changesRequested(service())).toHaveLength(before);
    expect(run.cancelledAt).not.toBeNull();
    expect(statesOf(run).slice(3)).toEqual(['cancelled', 'cancelled', 'cancelled']);
    for (const state of statesOf(run).slice(0, 3)) expect(['done', 'cancelled']).toContain(state);
    expect(ids.map((each) => roleOf(each, leaver))).toEqual(['member', 'member', 'member']);
    const csv = (await runs.ask(`/${id}/results.csv`)).text;
    for (const { organization } of organizations)
      expect(csv).toContain(`${organization},remove,,,,,,,refused,cancelled,`);
  });

  test('that is cancelled before it starts is over at once, and repeating it changes nothing', async () => {
    const { runs, removal, startWaiting, ids } = await shared(2);
    const { id } = await runs.begin({ key: 'before', items: await removal() });
    for (const attempt of [1, 2]) {
      const { status, json } = await runs.cancel(id);
      expect([attempt, status, json]).toMatchObject([attempt, 200, { run: { isOver: true } }]);
    }
    await startWaiting();
    expect(statesOf(await runs.read(id))).toEqual(['cancelled', 'cancelled']);
    for (const organizationId of ids)
      expect(await service().storage.jobs.ofOrganization(organizationId, null, 9)).toEqual([]);
  });

  test('that is cancelled while a job of it is about to be stored stores none', async () => {
    const { runs, removal, startWaiting, organizations, ids } = await shared(1);
    const { id } = await runs.begin({ key: 'about-to', items: await removal() });
    service().clock.advance(61_000);
    const hold = control().hold({ path: `/user/memberships/orgs/${organizations[0]?.organization}` });
    const starting = startWaiting();
    await hold.arrived(1);
    expect((await runs.cancel(id)).status).toBe(200);
    hold.release();
    await starting;
    expect(await service().storage.jobs.ofOrganization(ids[0] ?? 0, null, 9)).toEqual([]);
    expect(statesOf(await runs.read(id))).toEqual(['cancelled']);
  });

  test('whose job was stored by an instance that was killed cancels it, also while another one starts the run', async () => {
    const { runs, removal, startWaiting, organizations, ids } = await shared(1);
    const { id } = await runs.begin({ key: 'stored', items: await removal() });
    const { storage, clock } = service();
    const stored = async () => (await storage.jobs.ofOrganization(ids[0] ?? 0, null, 9))[0];
    for (let calls = 1; (await stored()) === undefined && calls < 60; calls += 1) {
      await workUntilKilled(service(), { calls, isLastMade: true });
      await storage.dueWork.shortenLeases(0);
    }
    const userId = (await stored())?.startedBy.id ?? 0;
    expect((await storage.runs.find({ userId, id }))?.items[0]?.state).toBe('waiting');
    clock.advance(61_000);
    const hold = control().hold({ path: `/user/memberships/orgs/${organizations[0]?.organization}` });
    const starting = startWaiting();
    await hold.arrived(1);
    await storage.runs.cancel({ userId, id }, clock.now());
    hold.release();
    await starting;
    expect((await stored())?.state).toBe('cancelled');
    expect((await runs.read(id)).items[0]).toMatchObject({ state: 'started', job: { state: 'cancelled' } });
  });

  test('whose cancellation breaks off is cancelled by the worker', async () => {
    const { runs, removal, inviting, startWaiting, ids, organizations } = await shared(2);
    const { id } = await runs.begin({ key: 'broken-off', items: [...(await removal()), ...inviting(2)] });
    await startWaiting();
    const { storage, clock } = service();
    const [job] = await storage.jobs.ofOrganization(ids[0] ?? 0, null, 1);
    await storage.runs.cancel({ userId: job?.startedBy.id ?? 0, id }, clock.now());
    await startWaiting();
    expect(statesOf(await runs.read(id))).toEqual(Array(4).fill('cancelled'));
    const trail = await trailOf(service(), organizations[0]?.organization ?? '');
    expect(trail.map(({ action }) => action)).toContain('job.cancelled');
  });

  test('is cancelled by nobody but its person, and not when it has ended', async () => {
    const { runs, removal, over, leaver, ids, roleOf } = await shared(1);
    const { id } = await runs.begin({ key: 'own', items: await removal() });
    const stranger = runsAs(service(), await signIn(addShared(service(), 1).owner));
    expect((await stranger.cancel(id)).status).toBe(404);
    expect((await runs.cancel('x')).status).toBe(404);
    expect(statesOf(await over(id))).toEqual(['done']);
    const ended = await runs.cancel(id);
    expect([ended.status, ended.json]).toEqual([409, { error: 'This run has ended.' }]);
    expect((await runs.read(id)).cancelledAt).toBeNull();
    expect(roleOf(ids[0] ?? 0, leaver)).toBeNull();
  });

  test('leaves a job to the owner who took it over', async () => {
    const { runs, removal, startWaiting, headers, organizations, ids, leaver, roleOf } = await shared(1);
    const { id } = await runs.begin({ key: 'taken-over', items: await removal() });
    await startWaiting();
    const [job] = await service().storage.jobs.ofOrganization(ids[0] ?? 0, null, 1);
    const organization = organizations[0]?.organization ?? '';
    const other = world().addUser({ login: `other-owner-of-${organization}` }).login;
    world().addMembership({ organization, login: other, role: 'admin' });
    const taken = await jobsAs(service(), await signIn(other), organization).change(job?.id ?? '', 'take-over');
    expect(taken.status).toBe(200);
    expect((await runs.cancel(id)).status).toBe(200);
    // Nor is it cancelled when its first owner takes it back.
    const back = await jobsAs(service(), headers, organization).change(job?.id ?? '', 'take-over');
    expect(back.status).toBe(200);
    expect((await runs.cancel(id)).status).toBe(200);
    expect(statesOf(await runOver(service(), () => runs.read(id)))).toEqual(['done']);
    expect(roleOf(ids[0] ?? 0, leaver)).toBeNull();
  });

  test('does not go on to a later step where the one before was cancelled or could not start', async () => {
    const { runs, removal, inviting, over, startWaiting, owner, headers, organizations, ids, leaver, roleOf } =
      await shared(3);
    const removals = (await removal()).map((item) => ({ ...item, step: 2 }));
    const { id } = await runs.begin({ key: 'earlier', items: [...inviting(), ...removals] });
    const [first = '', second = ''] = organizations.map(({ organization }) => organization);
    world().setRole(second, owner, 'member');
    service().clock.advance(61_000);
    await startWaiting();
    const [job] = await service().storage.jobs.ofOrganization(ids[0] ?? 0, 'invitations', 1);
    expect((await jobsAs(service(), headers, first).change(job?.id ?? '', 'cancel')).status).toBe(200);
    world().setRole(second, owner, 'admin');
    service().clock.advance(61_000);
    expect(statesOf(await over(id))).toEqual([
      'cancelled',
      'not-an-owner',
      'done',
      'earlier-step',
      'earlier-step',
      'done',
    ]);
    expect(ids.map((each) => roleOf(each, leaver))).toEqual(['member', 'member', null]);
  });

  test('goes on to a later step after one that changes nobody', async () => {
    const { runs, removal, over, leaver, ids, roleOf } = await shared(1);
    const [nobody] = (await runs.preview({ kind: 'role', role: 'member' }, [leaver], ids)).previews;
    const first = { organization: ids[0], previews: [nobody?.preview.preview] };
    const second = (await removal()).map((item) => ({ ...item, step: 2 }));
    const { id } = await runs.begin({ key: 'nobody', items: [first, ...second] });
    expect(statesOf(await over(id))).toEqual(['nobody', 'done']);
    expect(roleOf(ids[0] ?? 0, leaver)).toBeNull();
  });

  test('keeps the confirmation of an organization that is renamed before its job starts', async () => {
    const { runs, startWaiting, over, organizations, ids, roleOf } = await shared(1);
    const [organization = ''] = organizations.map((organization) => organization.organization);
    const leavers = Array.from({ length: UNCONFIRMED_PEOPLE_MAX + 1 }, (_, nth) => {
      const { login } = world().addUser({ login: `leaving-${nth}-of-${organization}` });
      world().addMembership({ organization, login });
      return login;
    });
    const previews = (await runs.preview(REMOVE, leavers, ids)).previews.map(({ preview }) => preview.preview);
    const items = [{ organization: ids[0], previews, confirmation: organization }];
    const { id } = await runs.begin({ key: 'renamed', items });
    world().renameOrganization(organization, `${organization}-two`);
    service().clock.advance(61_000);
    await startWaiting();
    expect(statesOf(await over(id))).toEqual(['done']);
    expect(leavers.filter((login) => roleOf(ids[0] ?? 0, login) !== null)).toEqual([]);
  });

  test('that failed too often is shown and listed as failed, with its reason, until it is retried', async () => {
    const { runs, removal, startWaiting, over } = await shared(2);
    const { id, failed } = await runs.begin({ key: 'failing', items: await removal() });
    expect(failed).toBeNull();
    expect((await runs.retry(id)).status).toBe(200);
    await killRuns(service(), 'the run is broken');
    await startWaiting();
    const FAILED = { at: expect.any(String), reason: 'the run is broken' };
    expect(await runs.read(id)).toMatchObject({ failed: FAILED, isOver: false, counts: { waiting: 2 } });
    expect(await runs.list()).toMatchObject([{ id, failed: FAILED }]);

    const retried = await runs.retry(id);
    expect([retried.status, retried.json]).toMatchObject([200, { run: { failed: null } }]);
    expect(statesOf(await over(id))).toEqual(['done', 'done']);
    expect((await runs.retry(id)).status).toBe(200);
    expect(await runs.list()).toMatchObject([{ id, failed: null }]);
  });

  test('that failed too often can be cancelled, and has not failed any more', async () => {
    const { runs, removal, startWaiting, ids, leaver, roleOf } = await shared(2);
    const { id } = await runs.begin({ key: 'failed', items: await removal() });
    await killRuns(service());
    expect((await runs.cancel(id)).status).toBe(200);
    await startWaiting();
    expect(await runs.read(id)).toMatchObject({ failed: null, isOver: true, counts: { waiting: 0, refused: 2 } });
    expect(ids.map((each) => roleOf(each, leaver))).toEqual(['member', 'member']);
  });
});
