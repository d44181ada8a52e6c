import type { Job, JobRow, PeopleChange } from '@orgdesk/contract';
import { describe, expect, onTestFinished, test } from 'vitest';
import { SENDING_UNKNOWN_MS } from '../../../src/lib/limits/jobs.ts';
import { ENGINES_OF_RULES } from '../../support/databases/engines.ts';
import { stoppedService } from '../../support/service/stopped-service.ts';
import { jobsAs, runOut } from '../invitations/jobs/jobs.ts';
import { addOrganization, changesRequested, previewed, startChange, trailOf } from './changing.ts';

const REMOVE: PeopleChange = { kind: 'remove' };
const DEMOTE: PeopleChange = { kind: 'role', role: 'member' };

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('a job that changes people on %s', (engine) => {
  const { service, world, control, signIn } = stoppedService({ engine });

  const setUp = async (count: number, role: 'admin' | 'member' = 'member') => {
    const made = addOrganization(service());
    const logins = Array.from({ length: count }, () => made.member(role));
    const where = { organization: made.organization, headers: await signIn(made.owner) };
    const preview = async (change: PeopleChange, people: readonly string[] = logins) =>
      (await previewed(service(), where, change, people)).preview;
    const jobs = jobsAs(service(), where.headers, made.organization);
    const start = async (previews: readonly string[], confirmation: string = made.organization): Promise<Job> => {
      const answer = await startChange(service(), where, { previews, confirmation });
      expect([answer.status, answer.text]).toEqual([202, expect.anything()]);
      return (answer.json as { readonly job: Job }).job;
    };
    const end = (id: string) => runOut(service(), () => jobs.read(id));
    const outcomes = async (id: string) => (await jobs.rows(id)).map(({ login, outcome }) => [login, outcome]);
    return { ...made, where, logins, preview, jobs, start, end, outcomes };
  };
  const removals = (organization: string) => ({ method: 'DELETE', path: new RegExp(`^/orgs/${organization}/`) });

  test('changes everybody of several previews once, with an entry before each, and offers the results', async () => {
    const { organization, owner, logins, preview, jobs, start, end, idOf, roleOf } = await setUp(60);
    const previews = [await preview(REMOVE, logins.slice(0, 40)), await preview(REMOVE, logins.slice(40))];
    const job = await start(previews);
    expect(job).toMatchObject({ kind: 'people-change', state: 'running', change: REMOVE, progress: { total: 60 } });
    expect((await start(previews)).id).toBe(job.id);
    expect(await end(job.id)).toMatchObject({ state: 'done', counts: { changed: 60 }, progress: { done: 60 } });
    expect(logins.map(roleOf)).toEqual(logins.map(() => null));
    expect(new Set(changesRequested(service())).size).toBe(60);
    const trail = await trailOf(service(), organization);
    expect(trail[0]).toMatchObject({
      action: 'job.started',
      after: { kind: 'people-change', rows: 60, change: 'remove' },
    });
    const removed = trail.filter(({ action }) => action === 'member.removed');
    expect(removed.map(({ target, actor, way, outcome }) => [target, actor, way, outcome])).toEqual(
      logins.map((login) => [login, owner, 'job', 'done']),
    );
    expect(removed[0]).toMatchObject({ before: { role: 'member' }, after: { role: null, job: job.id } });
    const csv = await jobs.ask(`/${job.id}/results.csv`);
    expect(csv.headers.get('content-disposition')).toContain(`filename="people-${organization}-`);
    const [header, first] = csv.text.replace('\uFEFF', '').split('\r\n');
    expect(header).toBe('row,login,user_id,role,outcome,message,settled_at');
    expect(first).toMatch(new RegExp(`^1,${logins[0]},${idOf(logins[0] ?? '')},member,changed,,`));
  });

  test('removes nobody whom an enterprise team has made a member since the preview', async () => {
    const { organization, logins, preview, start, end, jobs, idOf, roleOf } = await setUp(1);
    const [login = ''] = logins;
    const { id } = await start([await preview(REMOVE)]);
    const body = {
      state: 'active',
      role: 'member',
      user: { id: idOf(login), login },
      enterprise_teams_providing_indirect_membership: ['everybody'],
    };
    const match = { method: 'GET', path: `/orgs/${organization}/memberships/${login}` };
    control().fault({ match, kind: 'reply', status: 200, body });
    await end(id);
    const [row] = await jobs.rows(id);
    expect([row?.outcome, row?.message]).toEqual([
      'refused',
      expect.stringMatching(/^An enterprise team makes them a member/),
    ]);
    expect([changesRequested(service()), roleOf(login)]).toEqual([[], 'member']);
  });

  test('is of one person in one session, for one change, and confirmed', async () => {
    const { organization, where, preview, logins } = await setUp(6);
    const [remove, demote] = [await preview(REMOVE), await preview({ kind: 'role', role: 'admin' })];
    const ask = async (previews: readonly string[], confirmation?: string, headers = where.headers) => {
      const { status, json } = await startChange(
        service(),
        { organization, headers },
        { previews, ...(confirmation !== undefined && { confirmation }) },
      );
      return [status, (json as { readonly error: string }).error];
    };
    const colleague = world().addUser({ login: `colleague-of-${organization}` }).login;
    world().addMembership({ organization, login: colleague, role: 'admin' });
    const differs = [409, 'This preview does not match this change. Please preview the changes again.'];
    expect(await ask([remove, demote], organization)).toEqual(differs);
    expect(await ask([remove], organization, await signIn(colleague))).toEqual(differs);
    expect(await ask([remove])).toEqual([400, expect.stringMatching(/^Please type the organization's login/)]);
    const [nobody] = [await preview({ kind: 'role', role: 'member' }, logins)];
    expect(await ask([nobody], organization)).toEqual([409, expect.stringMatching(/change nobody/)]);
    expect(changesRequested(service())).toEqual([]);
  });

  test('leaves alone who has changed since, and who is done already', async () => {
    const { organization, logins, preview, start, end, outcomes } = await setUp(4);
    const [raised = '', left = '', renamed = '', same = ''] = logins;
    const token = await preview(REMOVE);
    world().setRole(organization, raised, 'admin');
    world().removeMembership(organization, left);
    world().renameUser(renamed, `${renamed}-now`);
    const { id } = await start([token]);
    await end(id);
    expect(await outcomes(id)).toEqual([
      [raised, 'changed-since'],
      [left, 'nothing-to-do'],
      [renamed, 'changed-since'],
      [same, 'changed'],
    ]);
  });

  test('never takes the last owner, nor changes whoever took it over', async () => {
    const { organization, owner, logins, preview, jobs, start, roleOf } = await setUp(2, 'admin');
    const [second = '', third = ''] = logins;
    const { id } = await start([await preview(DEMOTE)]);
    await jobs.change(id, 'pause');
    const taking = jobsAs(service(), await signIn(third), organization);
    await taking.change(id, 'take-over');
    world().setRole(organization, owner, 'member');
    expect(await runOut(service(), () => taking.read(id))).toMatchObject({
      state: 'done',
      counts: { changed: 1, refused: 1 },
    });
    const rows: readonly JobRow[] = await taking.rows(id);
    expect(rows.map(({ login, outcome, message }) => [login, outcome, message])).toEqual([
      [second, 'changed', null],
      [third, 'refused', "You can't change your own role."],
    ]);
    expect(roleOf(third)).toBe('admin');
  });

  test('looks up a person whose answer was lost before anything is sent again', async () => {
    const { organization, logins, preview, jobs, start, end, outcomes } = await setUp(2);
    const { id } = await start([await preview(REMOVE)]);
    control().fault({ kind: 'reset', after: true, times: 1, match: removals(organization) });
    await service().workOnJobs();
    expect((await jobs.read(id)).counts).toMatchObject({ sending: 1, ready: 1 });
    service().clock.advance(SENDING_UNKNOWN_MS / 2);
    await service().workOnJobs();
    expect(control().count(removals(organization))).toBe(1);
    await end(id);
    expect(await outcomes(id)).toEqual(logins.map((login) => [login, 'changed']));
    expect(control().count(removals(organization))).toBe(2);
  });

  test('sends a change again that did not arrive', async () => {
    const { organization, logins, preview, start, end, outcomes } = await setUp(1);
    const { id } = await start([await preview(REMOVE)]);
    control().fault({ kind: 'reset', times: 1, match: removals(organization) });
    await end(id);
    expect(await outcomes(id)).toEqual(logins.map((login) => [login, 'changed']));
    expect(control().count(removals(organization))).toBe(2);
    const removed = (await trailOf(service(), organization)).filter(({ action }) => action === 'member.removed');
    expect(removed.map(({ outcome }) => outcome)).toEqual(['refused', 'done']);
  });

  test('waits at a limit, fails without rights, and goes on with another owner', async () => {
    const { organization, owner, preview, jobs, start, roleOf } = await setUp(3);
    const { id } = await start([await preview(REMOVE)]);
    control().fault({ match: removals(organization), times: 1, kind: 'secondary-rate-limit', retryAfter: 90 });
    const limited = await runOut(service(), () => jobs.read(id));
    expect(limited).toMatchObject({ state: 'limited', reason: 'rate-limited', counts: { ready: 3 } });
    const colleague = world().addUser({ login: `later-of-${organization}` }).login;
    world().addMembership({ organization, login: colleague, role: 'admin' });
    const later = jobsAs(service(), await signIn(colleague), organization);
    world().setRole(organization, owner, 'member');
    service().clock.advance(91_000);
    await service().workOnJobs();
    expect(await later.read(id)).toMatchObject({ state: 'failed', reason: 'rights-lost' });
    await later.change(id, 'take-over');
    expect(await runOut(service(), () => later.read(id))).toMatchObject({ state: 'done', counts: { changed: 3 } });
    expect(roleOf(owner)).toBe('member');
  });

  test.each([
    [
      'takes somebody out of a team that is renamed while they are looked for',
      (organization: string) => world().updateTeam(organization, 'crew', { name: 'Band' }),
      'changed',
    ],
    [
      'says of nobody that they left a team that was deleted while they were looked for',
      (organization: string) => world().removeTeam(organization, 'crew'),
      'changed-since',
    ],
  ] as const)('%s', async (_, change, outcome) => {
    const { organization, preview, start, jobs, logins } = await setUp(1);
    const [login = ''] = logins;
    world().addTeam({ organization, name: 'Crew', members: [{ login }] });
    const { id } = await start([await preview({ kind: 'remove-from-team', team: 'crew' })]);
    const held = control().hold({
      method: 'GET',
      path: new RegExp(`^/organizations/[0-9]+/team/[0-9]+/memberships/${login}$`),
    });
    onTestFinished(() => held.release());
    const running = runOut(service(), () => jobs.read(id));
    await held.arrived(1);
    change(organization);
    held.release();
    expect(await running).toMatchObject({ state: 'done', counts: { [outcome]: 1 } });
    if (outcome === 'changed') expect(world().needTeam(organization, 'band').members).toEqual([]);
  });

  test('changes nobody in another organization that took the name', async () => {
    const { organization, preview, start, logins } = await setUp(2);
    const { id } = await start([await preview(REMOVE)]);
    world().renameOrganization(organization, `${organization}-renamed`);
    world().addOrganization({ login: organization });
    for (const login of logins) world().addMembership({ organization, login });
    for (let step = 0; step < 20; step += 1) {
      await service().workOnJobs();
      service().clock.advance(5_000);
    }
    const { id: organizationId = 0 } = world().organization(`${organization}-renamed`) ?? {};
    expect(await service().storage.jobs.find({ id, organizationId })).toMatchObject({
      state: 'done',
      organizationLogin: `${organization}-renamed`,
      counts: { changed: 2 },
    });
    expect(control().changeCounts({ organization })).toEqual({});
  });
});
