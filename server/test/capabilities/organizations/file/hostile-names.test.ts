import { expect, test } from 'vitest';
import { addPlace } from '../../../support/service/add-place.ts';
import { sharedService } from '../../../support/service/shared-service.ts';
import { applied, filesAs } from './files-as.ts';

const service = sharedService();

test('a team with a key that is a path is a problem of the file, and demotes nobody', async () => {
  const place = addPlace(service());
  const { organization, organizationId, owner } = place;
  const { world } = service().simulator;
  const { login: second, id: secondId } = world.addUser({ login: `second-owner-of-${organization}` });
  world.addMembership({ organization, login: second, role: 'admin' });
  const { bearer } = await service().signIn(owner);
  const files = filesAs(service(), bearer, organization);

  const { plan, problems } = await files.checkPlan([
    { name: 'teams.yaml', text: `version: 1\nteams:\n  entries:\n    "..": {members: [${second}]}\n` },
  ]);
  if (plan !== null) await applied(service(), bearer, plan);

  expect(world.membership(organizationId, secondId)?.role).toBe('admin');
  expect(plan).toBeNull();
  expect(problems.map(({ file, line, message }) => [file, line, message])).toEqual([
    [
      'teams.yaml',
      4,
      '".." is not a valid key of a team: use letters, digits, ".", "-" and "_", at most 255 characters, but not "." or ".." alone.',
    ],
  ]);
});
