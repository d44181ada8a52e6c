import { describe, expect, test } from 'vitest';
import { sharedService } from '../../support/service/shared-service.ts';
import { addOrganizationWithFiles, fileOf } from './organization-with-files.ts';

const service = sharedService();
const REPOSITORIES = ['one', 'two', 'three', 'four', 'five'];

/** A team with a child and a grandchild, which inherit access to five repositories, and other teams beside it. */
async function addOrganizationWithTree() {
  const prepared = await addOrganizationWithFiles(service());
  const { organization, world, files } = prepared;
  for (const name of REPOSITORIES) world.addRepository({ owner: organization, name, isArchived: false });
  for (const name of ['platform', 'readers', 'writers']) world.addTeam({ organization, name });
  world.addTeam({ organization, name: 'core', parent: 'platform' });
  world.addTeam({ organization, name: 'inner', parent: 'core' });
  for (const name of REPOSITORIES) {
    world.setTeamRepository(organization, 'platform', name, 'WRITE');
    world.setTeamRepository(organization, 'writers', name, 'WRITE');
    if (name !== 'five') world.setTeamRepository(organization, 'readers', name, 'READ');
  }
  const dangersOf = async (entries: string) =>
    (await files.plan(fileOf(`teams: {entries: {${entries}}}`))).dangers.map(({ kind, count, names }) => [
      kind,
      count,
      names.toSorted(),
    ]);
  return { ...prepared, dangersOf };
}

const lossesOf = (...teams: readonly string[]) =>
  teams.flatMap((team) => REPOSITORIES.map((name) => `${team} to ${name}`)).toSorted();

describe('access that a team inherits counts as lost', () => {
  test('when the team moves out from under its parent, with that of its child teams', async () => {
    const { dangersOf } = await addOrganizationWithTree();
    expect(await dangersOf('core: {parent: null}')).toEqual([['access-lost', 10, lossesOf('core', 'inner')]]);
    expect(await dangersOf('inner: {parent: null}')).toEqual([['access-lost', 5, lossesOf('inner')]]);
  });

  test('when the team moves below a parent that gives less, and not below one that gives as much', async () => {
    const { dangersOf } = await addOrganizationWithTree();
    expect(await dangersOf('core: {parent: readers}')).toEqual([['access-lost', 10, lossesOf('core', 'inner')]]);
    expect(await dangersOf('core: {parent: writers}')).toEqual([]);
    const created = `fresh: {repositories: {${REPOSITORIES.map((name) => `${name}: maintain`)}}}`;
    expect(await dangersOf(`${created}, core: {parent: fresh}`)).toEqual([]);
  });

  test('when its parent is deleted or loses the access', async () => {
    const { files, dangersOf } = await addOrganizationWithTree();
    expect(await dangersOf('platform: {absent: true}, core: {parent: null}')).toEqual([
      ['access-lost', 15, lossesOf('core', 'inner', 'platform')],
      ['teams-with-access', 1, ['platform']],
    ]);
    expect(await dangersOf('platform: {absent: true}, core: {parent: writers}')).toEqual([
      ['access-lost', 5, lossesOf('platform')],
      ['teams-with-access', 1, ['platform']],
    ]);
    const { steps } = await files.plan(fileOf('teams: {entries: {platform: {absent: true}, core: {}}}'));
    expect(steps.map(({ kind, team }) => [kind, team])).toEqual([
      ['edit-team', 'core'],
      ['delete-team', 'platform'],
    ]);
    const lowered = `platform: {repositories: {${REPOSITORIES.map((name) => `${name}: pull`)}}}`;
    const plan = await files.plan(
      fileOf(`teams: {mode: exact, entries: {${lowered}, core: {}, inner: {}, readers: {}, writers: {}}}`),
    );
    expect(plan.dangers.map(({ kind, count }) => [kind, count])).toEqual([['access-lost', 15]]);
  });

  test('as a share of all that teams have, inherited access included', async () => {
    const { organization, world, dangersOf } = await addOrganizationWithTree();
    expect(await dangersOf('inner: {parent: null}')).toEqual([['access-lost', 5, lossesOf('inner')]]);
    world.addTeam({ organization, name: 'outer', parent: 'platform' });
    expect(await dangersOf('inner: {parent: null}')).toEqual([]);
  });

  test('unless the team has it of its own, or the App may not make up for it', async () => {
    const { organization, organizationId, world, dangersOf } = await addOrganizationWithTree();
    for (const name of REPOSITORIES) world.setTeamRepository(organization, 'inner', name, 'ADMIN');
    expect(await dangersOf('core: {parent: null}')).toEqual([['access-lost', 5, lossesOf('core')]]);
    const fresh = `fresh: {repositories: {${REPOSITORIES.map((name) => `${name}: maintain`)}}}, core: {parent: fresh}`;
    expect(await dangersOf(fresh)).toEqual([]);
    world.setInstallationPermissions(world.activeInstallationOf(organizationId)?.id ?? 0, { members: 'write' });
    expect(await dangersOf(fresh)).toEqual([['access-lost', 5, lossesOf('core')]]);
  });
});
