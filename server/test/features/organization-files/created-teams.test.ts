import { afterEach, describe, expect, test } from 'vitest';
import { entriesOf, entryText } from '../../audit/entries.ts';
import { misfitsIn } from '../../support/described-calls.ts';
import { sharedService } from '../../support/service/shared-service.ts';
import { jobsAs, runOut } from '../invitations/jobs/jobs.ts';
import { applied, filesAs } from './files-as.ts';
import { addOrganizationWithFiles, fileOf, loginsIn } from './organization-with-files.ts';

const service = sharedService();

afterEach(() => expect(misfitsIn(service().simulator, 'cloud')).toEqual([]));

const peopleIn = (organization: string, slug: string) =>
  loginsIn(service(), service().simulator.world.needTeam(organization, slug));

/** Entries of what was done to teams, the oldest first. */
const changesOf = async (organization: string) =>
  (await entriesOf(service(), organization))
    .filter(({ action, way }) => action.startsWith('team.') && way === 'job')
    .map(entryText);

describe('taking the caller out of a team that was created', () => {
  test('is a change of its own in the audit log', async () => {
    const { organization, owner, files, bearer } = await addOrganizationWithFiles(service());
    await applied(service(), bearer, await files.plan(fileOf('teams: {entries: {docs: {}}}')));
    expect(await changesOf(organization)).toEqual(['team.created docs done', `team.member_removed ${owner} done`]);
  });

  test('may be refused, which the row and the audit log say', async () => {
    const { organization, organizationId, owner, files, bearer } = await addOrganizationWithFiles(service());
    const plan = await files.plan(fileOf('teams: {entries: {docs: {}}}'));
    const path = `/organizations/${organizationId}/team`;
    const refusal = { kind: 'reply', status: 403, body: { message: 'Teams are locked.' } } as const;
    service().simulator.control.fault({ match: { method: 'DELETE', path }, times: 2, ...refusal });
    const rows = await applied(service(), bearer, plan);
    expect(rows.map(({ outcome, message }) => [outcome, message])).toEqual([
      ['changed', `The team was created, but "${owner}" could not be taken out of it.`],
    ]);
    expect(await changesOf(organization)).toEqual([
      'team.created docs done',
      `team.member_removed ${owner} refused`,
      `team.member_removed ${owner} refused`,
    ]);
    expect(peopleIn(organization, 'docs')).toEqual([owner]);
  });

  test('is made by whoever takes the job over', async () => {
    const { organization, organizationId, owner, files } = await addOrganizationWithFiles(service());
    const { world, control } = service().simulator;
    const plan = await files.plan(fileOf('teams: {entries: {docs: {}}}'));
    control.fault({
      match: { method: 'DELETE', path: `/organizations/${organizationId}/team` },
      times: 1,
      kind: 'bad-gateway-html',
    });
    const { id } = await files.apply(plan);
    await service().workOnJobs();
    const other = world.addUser({ login: `taking-over-${organization}` }).login;
    world.addMembership({ organization, login: other, role: 'admin' });
    world.addMembership({ organization, login: owner, role: 'member' });
    service().clock.advance(2 * 60_000);
    const { bearer } = await service().signIn(other);
    const jobs = jobsAs(service(), bearer, organization);
    expect((await runOut(service(), () => jobs.read(id))).reason).toBe('rights-lost');
    expect(peopleIn(organization, 'docs')).toEqual([owner]);
    await jobs.change(id, 'take-over');
    expect((await runOut(service(), () => jobs.read(id))).state).toBe('done');
    expect((await jobs.rows(id)).map(({ outcome }) => outcome)).toEqual(['changed']);
    expect(peopleIn(organization, 'docs')).toEqual([]);
    expect((await filesAs(service(), bearer, organization).plan(fileOf('teams: {entries: {docs: {}}}'))).steps).toEqual(
      [],
    );
  });
});

describe('a creation whose outcome is not known at first', () => {
  test.each([
    ['its answer is lost', 'POST', 'truncate'],
    ['its caller cannot be taken out of the team at once', 'DELETE', 'bad-gateway-html'],
  ] as const)('is found by its name, and later steps use its ID: %s', async (_, method, kind) => {
    const { organization, organizationId, files, bearer, member } = await addOrganizationWithFiles(service());
    const { control } = service().simulator;
    const grace = member();
    const plan = await files.plan(fileOf(`teams: {entries: {docs: {name: Documentation Team, members: [${grace}]}}}`));
    const path = method === 'POST' ? `/orgs/${organization}/teams` : `/organizations/${organizationId}/team`;
    control.clearChanges();
    control.fault({ match: { method, path }, times: 1, kind });
    const rows = await applied(service(), bearer, plan);
    expect(rows.map(({ outcome }) => outcome)).toEqual(['changed', 'changed']);
    expect(peopleIn(organization, 'documentation-team')).toEqual([grace]);
    expect(control.changes({ organization, via: 'api', kind: 'team-created' })).toHaveLength(1);
  });
});
