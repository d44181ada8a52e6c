import { describe, expect, test } from 'vitest';
import { ENGINES_OF_RULES } from '../../../support/databases/engines.ts';
import { stoppedService } from '../../../support/service/stopped-service.ts';
import { jobsAs, newPeople, runOut } from '../jobs/jobs.ts';
import { addOrganization, listOf } from '../listed/listing.ts';
import { previewOf, setUpPreviews, statesIn } from './previewing.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

describe('what a preview knows of the whole organization', () => {
  const { service, world, control, signIn } = stoppedService();
  const setUp = (more?: object) => setUpPreviews(service(), signIn, more);

  test('reads every page of the teams, and none when no row names one', async () => {
    const { organization, preview } = await setUp();
    for (let team = 0; team < 130; team += 1) world().addTeam({ organization, name: `Team ${team}` });
    expect(statesIn(await preview({ email: 'a@mail.example' }))).toEqual(['ready']);
    expect(control().count({ path: `/orgs/${organization}/teams` })).toBe(0);
    const { rows } = await preview({ email: 'a@mail.example', teams: ['team-129'] });
    expect(rows).toMatchObject([{ state: 'ready', teamIds: [expect.any(Number)] }]);
    expect(control().count({ path: `/orgs/${organization}/teams` })).toBe(2);
  });

  test('tells the seats where the App may read the plan', async () => {
    const { organization, preview } = await setUp();
    world().organizationPlan(organization, { name: 'team', seats: 20 });
    world().invite({ organization, email: 'a@mail.example' });
    expect((await preview({ email: 'b@mail.example' })).seats).toBeNull();
    const installation = world().installationOf(world().organization(organization)?.id ?? 0)?.id ?? 0;
    world().setInstallationPermissions(installation, { members: 'write', organization_plan: 'read' });
    service().clock.advance(MINUTE_MS);
    expect((await preview({ email: 'b@mail.example' })).seats).toEqual({ total: 20, filled: 2 });
    world().organizationPlan(organization, { seats: null });
    service().clock.advance(MINUTE_MS);
    expect((await preview({ email: 'b@mail.example' })).seats).toBeNull();
    control().fault({ kind: 'bad-gateway-html', match: { path: `^/orgs/${organization}$` } });
    service().clock.advance(MINUTE_MS);
    expect(await preview({ email: 'b@mail.example' })).toMatchObject({ seats: null, rows: [{ state: 'ready' }] });
  });

  test('reads what is true of the organization once a minute for ten portions of 200', async () => {
    const { organization, owner, preview } = await setUp();
    const people = newPeople(service(), `many-of-${organization}`, 2_000);
    world().addTeam({ organization, name: 'Crew' });
    const portions = Array.from({ length: 10 }, (_, index) =>
      people.slice(index * 200, (index + 1) * 200).map((login) => ({ login, teams: ['crew'] })),
    );
    control().clearRequests();
    const first = await preview(...(portions[0] ?? []));
    expect(new Set(statesIn(first))).toEqual(new Set(['ready']));
    // Rights, two empty lists and whose they are, teams and plan, and two calls for two hundred people.
    expect(control().count()).toBe(8);
    expect(control().count({ path: '/graphql' })).toBe(2);
    await Promise.all(portions.slice(1).map((rows) => preview(...rows)));
    expect(control().count({ path: '/graphql' })).toBe(20);
    expect(control().count()).toBe(26);
    service().clock.advance(MINUTE_MS);
    world().invite({ organization, login: people[0] ?? '' });
    expect(statesIn(await preview({ login: people[0] }))).toEqual(['already-invited']);
    const other = await signIn(owner);
    await previewOf(service(), organization, other, [{ login: people[1] }]);
    expect(control().count({ path: `/orgs/${organization}/invitations` })).toBe(1);
  });
});

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('how much of the quota is used, on %s', (engine) => {
  const { service, world, signIn } = stoppedService({ engine });

  test('is what the lists show, and what was sent from here and answered since', async () => {
    const { organization, owner } = addOrganization(service());
    const people = newPeople(service(), `quota-of-${organization}`, 3);
    const headers = await signIn(owner);
    const jobs = jobsAs(service(), headers, organization);
    const { id } = await jobs.begin(people.map((login) => ({ login })));
    await runOut(service(), () => jobs.read(id));
    world().acceptInvitation(organization, people[0] ?? '');
    world().invite({ organization, email: 'a@mail.example', by: owner });
    world().invite({ organization, email: 'idp@mail.example', source: 'scim' });
    expect((await listOf(service(), organization, headers)).sentInLastDay).toBe(3);
    const preview = () => previewOf(service(), organization, headers, [{ login: people[0] }, { login: people[1] }]);
    expect(await preview()).toMatchObject({
      sentInLastDay: 4,
      rows: [{ state: 'already-member' }, { state: 'already-invited' }],
    });
    service().clock.advance(DAY_MS);
    expect(
      (await previewOf(service(), organization, (await service().signIn(owner)).bearer, [{ email: 'b@mail.example' }]))
        .sentInLastDay,
    ).toBe(0);
  });
});
