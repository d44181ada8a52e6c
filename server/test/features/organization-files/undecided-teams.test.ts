import { expect, test } from 'vitest';
import { sharedService } from '../../support/service/shared-service.ts';
import { applied, lineOf } from './files-as.ts';
import { addOrganizationWithFiles, fileOf } from './organization-with-files.ts';

const service = sharedService();

test('steps for people in a team go on while it is unknown who is in another, and wait while it is unknown of that one', async () => {
  const { organization, organizationId, bearer, member, world, files } = await addOrganizationWithFiles(service());
  const [joins, leaves] = [member(), member()];
  const core = world.addTeam({ organization, name: 'core', members: [{ login: leaves }] });
  const plan = await files.plan(fileOf(`teams: {mode: exact, entries: {core: {members: [${joins}]}}}`));
  expect(plan.steps.map(lineOf)).toEqual([`set-team-role ${joins} core member`, `remove-from-team ${leaves} core`]);
  const team = (databaseId: number, logins: readonly string[], hasNextPage: boolean) => ({
    databaseId,
    slug: `team-${databaseId}`,
    name: `Team ${databaseId}`,
    maintainers: { totalCount: 1 },
    members: { edges: logins.map((login) => ({ role: 'MEMBER', node: { login } })), pageInfo: { hasNextPage } },
  });
  const { control } = service().simulator;
  const answer = (times: number, isOwnUndecided: boolean) => {
    const nodes = [
      team(core.id, isOwnUndecided ? [] : [leaves], isOwnUndecided),
      team(core.id + 100_000, ['other'], true),
    ];
    const teams = { nodes, pageInfo: { hasNextPage: false, endCursor: null } };
    const body = { data: { user: { name: null }, organization: { databaseId: organizationId, teams } } };
    control.fault({ match: { operation: 'TeamsOfPerson' }, times, kind: 'reply', status: 200, body });
  };
  answer(2, false);
  answer(1, true);
  const rows = await applied(service(), bearer, plan);
  expect(rows.map(({ outcome }) => outcome)).toEqual(['changed', 'changed']);
  expect(control.count({ operation: 'TeamsOfPerson' })).toBe(3);
});
