import type { Job } from '@orgdesk/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newPeople, serviceForJobs } from '../../features/invitations/jobs/jobs.ts';
import { previewed } from '../../features/people-changes/changing.ts';
import { fetchOnce } from '../../support/browser.ts';
import { ENGINES_OF_RULES } from '../../support/databases/engines.ts';
import { MINUTE_MS, type Organization, organizationWithAppWork } from './continuing.ts';

const TOO_OLD = { error: 'Please sign in again first: this needs a sign-in of the last 15 minutes.' };
const NOT_ALLOWED = { error: 'Jobs do not continue after a sign-out here: an owner has not allowed it.' };

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('approving that the App continues, on %s', (engine) => {
  const service = serviceForJobs({ engine });
  let house: Organization;
  let rows: readonly object[];
  let nth = 0;
  beforeEach(async () => {
    house = await organizationWithAppWork(service());
    await house.signIn(house.grace);
    nth += 1;
    rows = newPeople(service(), `approved-${nth}`, 2).map((login) => ({ login }));
  });
  afterEach(async () => {
    for (const job of (await service().storage.jobs.ofOrganization(house.organizationId, null, 50)).values())
      await service().storage.jobs.move(job, 'cancel', {});
  });

  const start = (login: string, key: string, body: object) => house.jobs(login).start({ key, rows, ...body });
  const resume = async (login: string, id: string, verb: 'resume' | 'take-over', query = '') => {
    const path = `/api/organizations/${house.organization}/jobs/${id}/${verb}${query}`;
    const answer = await house.post(login, path, {});
    return { status: answer.status, json: answer.json as { readonly job: Job } };
  };
  const TICKED = '?continueAfterSignOut=true';

  test('is asked for, and needs the switch', async () => {
    expect(await start(house.ada, 'not-asked', {})).toMatchObject({ json: { job: { continuesAfterSignOut: false } } });
    expect(await start(house.ada, 'no', { continueAfterSignOut: false })).toMatchObject({ status: 202 });
    expect(await start(house.ada, 'text', { continueAfterSignOut: 'yes' })).toMatchObject({
      status: 400,
      json: { error: 'continueAfterSignOut must be true or false.' },
    });
    await house.turn(house.grace, false);
    expect(await start(house.ada, 'off', { continueAfterSignOut: true })).toMatchObject({
      status: 409,
      json: NOT_ALLOWED,
    });
  });

  test('needs a sign-in of the last fifteen minutes, as switching it on does and switching it off does not', async () => {
    service().clock.advance(15 * MINUTE_MS);
    expect(await start(house.ada, 'late', { continueAfterSignOut: true })).toMatchObject({
      status: 403,
      json: TOO_OLD,
    });
    const { preview } = await previewed(
      service(),
      { organization: house.organization, headers: house.headersOf(house.ada) },
      { kind: 'remove' },
      [house.member()],
    );
    const change = { previews: [preview], continueAfterSignOut: true };
    const changes = `/api/organizations/${house.organization}/people-changes`;
    expect(await house.post(house.ada, changes, change)).toMatchObject({ status: 403, json: TOO_OLD });
    const run = { key: 'late', items: [{ organization: house.organizationId, invitations: rows }] };
    expect(await house.post(house.ada, '/api/runs', { ...run, continueAfterSignOut: true })).toMatchObject({
      status: 403,
      json: TOO_OLD,
    });
    expect((await house.turn(house.ada, false)).status).toBe(200);
    expect(await house.turn(house.ada, true)).toMatchObject({ status: 403, json: TOO_OLD });
    await house.signIn(house.ada);
    expect((await house.turn(house.ada, true)).status).toBe(200);
    expect((await house.post(house.ada, changes, change)).status).toBe(409);
  });

  test('is of whoever resumed the job or took it over last, and asked for each time', async () => {
    const { id } = await house.begin(house.ada, rows, 'resumed');
    const read = () => house.jobs(house.grace).read(id);
    await house.jobs(house.ada).change(id, 'pause');
    expect((await resume(house.grace, id, 'resume')).json.job).toMatchObject({
      runBy: house.ada,
      continuesAfterSignOut: false,
    });
    await house.jobs(house.ada).change(id, 'pause');
    expect((await resume(house.grace, id, 'resume', TICKED)).json.job).toMatchObject({
      runBy: house.grace,
      continuesAfterSignOut: true,
    });
    expect((await resume(house.ada, id, 'take-over')).json.job).toMatchObject({
      runBy: house.ada,
      continuesAfterSignOut: false,
    });
    expect((await resume(house.grace, id, 'take-over', TICKED)).json.job).toMatchObject({
      runBy: house.grace,
      continuesAfterSignOut: true,
    });
    await house.signOut(house.grace);
    service().clock.advance(2_000);
    await service().workOnJobs();
    await house.signIn(house.grace);
    expect(await read()).toMatchObject({ counts: { sent: 1 } });
    const [entry] = (await house.entries(house.grace, 'invitation.sent')).filter(({ way }) => way === 'job');
    expect([entry?.actor?.login, entry?.carriedOutBy]).toEqual([house.grace, 'app']);
    const taken = await house.entries(house.grace, 'job.taken_over');
    expect(taken.map(({ after }) => after.continueAfterSignOut ?? false)).toEqual([false, true]);
    service().clock.advance(16 * MINUTE_MS);
    expect(await resume(house.grace, id, 'take-over', TICKED)).toMatchObject({ status: 403, json: TOO_OLD });
  });

  test('is not for jobs that only a person can carry out', async () => {
    const path = `/api/organizations/${house.organization}/access-exports`;
    const { job } = (await house.post(house.ada, path, {})).json as { readonly job: Job };
    expect(job.continuesAfterSignOut).toBe(false);
    expect(await resume(house.ada, job.id, 'take-over', TICKED)).toMatchObject({
      status: 409,
      json: { error: 'The App cannot do this kind of job after a sign-out.' },
    });
  });

  test('can be given and ended by owners only, for their own organization', async () => {
    const member = house.member();
    await house.signIn(member);
    const expected = { status: 403, json: { error: expect.stringContaining('Only organization admins can') } };
    expect(await house.post(member, house.address, { version: 1, isOn: false })).toMatchObject(expected);
    expect(await house.readSwitch(member)).toMatchObject({ error: expect.any(String) });
    const other = await organizationWithAppWork(service());
    expect(await house.post(house.grace, other.address, { version: 1, isOn: false })).toMatchObject({ status: 404 });
    expect(await house.readSwitch(house.grace)).toMatchObject({
      isOn: true,
      version: 1,
      changedBy: house.ada,
      jobs: 0,
    });
  });

  test('says what stands in the way of the App', async () => {
    const { world } = service().simulator;
    await house.begin(house.ada, rows, 'counted');
    expect(await house.readSwitch(house.ada)).toMatchObject({ obstacles: [], jobs: 1, repositories: 'all' });
    world.setInstallationPermissions(house.installationId, { metadata: 'read', members: 'read' });
    expect(await house.readSwitch(house.ada)).toMatchObject({
      obstacles: ['permission-missing'],
      missing: [
        { name: 'administration', level: 'write' },
        { name: 'members', level: 'write' },
      ],
    });
    world.suspendInstallation(house.installationId, house.grace);
    expect((await house.readSwitch(house.ada)).obstacles).toEqual(['app-suspended']);
    world.removeInstallation(house.installationId);
    expect((await house.readSwitch(house.ada)).obstacles).toEqual(['app-missing']);
  });

  test('holds for a run: its jobs start after the session of its person, where an owner allows it', async () => {
    const other = await organizationWithAppWork(service());
    const { world } = service().simulator;
    world.addMembership({ organization: other.organization, login: house.ada, role: 'admin' });
    await house.signIn(house.ada);
    const { clock, workOn, workOnJobs } = service();
    const items = [house, other].map(({ organizationId }) => ({ organization: organizationId, invitations: rows }));
    await other.turn(other.ada, false);
    const begun = await house.post(house.ada, '/api/runs', { key: `run-${nth}`, items, continueAfterSignOut: true });
    expect(begun.status).toBe(202);
    await house.signOut(house.ada);
    for (const _ of rows) {
      await workOn(['run']);
      await workOnJobs();
      clock.advance(2_000);
    }
    await workOnJobs();
    await house.signIn(house.ada);
    const { run } = begun.json as { readonly run: { readonly id: string } };
    const { json } = await fetchOnce(`${service().url}/api/runs/${run.id}`, { headers: house.headersOf(house.ada) });
    expect((json as { readonly run: { readonly items: unknown } }).run.items).toMatchObject([
      { state: 'started', job: { state: 'done', runBy: house.ada, counts: { sent: rows.length } } },
      { state: 'refused', failure: { reason: 'token-rejected' } },
    ]);
    const entries = (await house.entries(house.ada, 'invitation.sent')).filter(({ way }) => way === 'job');
    expect(entries.map(({ carriedOutBy }) => carriedOutBy)).toEqual(rows.map(() => 'app'));
  });
});
