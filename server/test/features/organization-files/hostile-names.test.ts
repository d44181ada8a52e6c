import type { PlanStep } from '@orgdesk/contract';
import { expect, test } from 'vitest';
import { sealPlan } from '../../../src/features/organization-files/plan-seal.ts';
import { addOrganization } from '../../support/service/add-organization.ts';
import { sharedService } from '../../support/service/shared-service.ts';
import { SIGNING_SECRET } from '../../support/service/start-service.ts';
import { applied, filesAs } from './files-as.ts';
import { sealingOf } from './sealing.ts';

const service = sharedService();

/** An organization with two owners, one of whom is signed in. */
async function addOrganizationOfTwo() {
  const prepared = addOrganization(service());
  const { organization, organizationId, owner } = prepared;
  const { world } = service().simulator;
  const { login: second, id: secondId } = world.addUser({ login: `second-owner-of-${organization}` });
  world.addMembership({ organization, login: second, role: 'admin' });
  const { bearer } = await service().signIn(owner);
  const files = filesAs(service(), bearer, organization);
  return {
    ...prepared,
    second,
    secondId,
    bearer,
    files,
    roleOfSecond: () => world.membership(organizationId, secondId)?.role,
  };
}

const RULE = 'use letters, digits, ".", "-" and "_", at most';
const STEPS = 'characters, but not "." or ".." alone.';
const OF_TEAM = `".." is not a valid key of a team: ${RULE} 255 ${STEPS}`;
const OF_REPOSITORY = `".." is not a valid repository name: ${RULE} 100 ${STEPS}`;
const OF_LOGIN = '".." is not a valid login: use letters, digits, "-" and "_", at most 100 characters.';

test('a team with a key that is a path is a problem of the file, and demotes nobody', async () => {
  const { second, bearer, files, roleOfSecond } = await addOrganizationOfTwo();

  const { plan, problems } = await files.checkPlan([
    { name: 'teams.yaml', text: `version: 1\nteams:\n  entries:\n    "..": {members: [${second}]}\n` },
  ]);
  if (plan !== null) await applied(service(), bearer, plan);

  expect(roleOfSecond()).toBe('admin');
  expect(plan).toBeNull();
  expect(problems.map(({ file, line, message }) => [file, line, message])).toEqual([['teams.yaml', 4, OF_TEAM]]);
});

test.each([
  ['the organization', 'organization: ".."', OF_LOGIN],
  ['an owner', 'people: {owners: [".."]}', OF_LOGIN],
  ['a member', 'people: {members: [".."]}', OF_LOGIN],
  ['a parent', 'teams: {entries: {core: {parent: ".."}}}', OF_TEAM],
  ['a maintainer', 'teams: {entries: {core: {maintainers: [".."]}}}', OF_LOGIN],
  ['a repository of a team', 'teams: {entries: {core: {repositories: {"..": pull}}}}', OF_REPOSITORY],
  ['an outside collaborator', 'outsideCollaborators: {entries: {"..": {api: pull}}}', OF_LOGIN],
  ['their repository', 'outsideCollaborators: {entries: {ida: {"..": pull}}}', OF_REPOSITORY],
])('%s that is a path is a problem with its line and the rule', async (_, text, message) => {
  const { files } = await addOrganizationOfTwo();
  const { plan, problems } = await files.checkPlan([{ name: 'organization.yaml', text: `version: 1\n${text}\n` }]);
  expect([plan, problems.map((problem) => [problem.line, problem.message])]).toEqual([null, [[2, message]]]);
});

test('odd names that are no paths are keys, and enterprise teams have theirs', async () => {
  const { files } = await addOrganizationOfTwo();
  const text =
    'version: 1\nteams: {entries: {"...": {}, "ent:core": {}, a.b_c-d: {repositories: {".github": pull}}}}\n';
  expect((await files.checkPlan([{ name: 'organization.yaml', text }])).problems.map(({ message }) => message)).toEqual(
    ['There is no team "ent:core". Teams of an enterprise are created there.', 'There is no repository ".github".'],
  );
});

test('a plan that was sealed with such names is refused step by step, and sends nothing for them', async () => {
  const { organization, organizationId, ownerId, second, secondId, bearer, roleOfSecond } =
    await addOrganizationOfTwo();
  const { control } = service().simulator;
  const blank = {
    login: null,
    team: null,
    repository: null,
    id: null,
    from: null,
    to: null,
    needs: null,
    teamId: null,
    after: [],
  };
  const steps: readonly PlanStep[] = [
    { ...blank, kind: 'create-team', team: '..', to: { name: 'x', description: '', privacy: 'closed', parent: null } },
    { ...blank, kind: 'edit-team', team: 'core', id: 1, from: { parent: null }, to: { parent: '..' } },
    { ...blank, kind: 'delete-team', team: '..', id: 1, from: { name: 'x' } },
    { ...blank, kind: 'set-team-role', login: second, team: '..', id: secondId, to: { role: 'member' } },
    { ...blank, kind: 'remove-from-team', login: second, team: '..', id: secondId, from: { role: 'member' } },
    { ...blank, kind: 'set-team-access', team: 'core', repository: '..', to: { permission: 'pull' } },
    { ...blank, kind: 'set-collaborator', login: second, repository: '..', id: secondId, to: { permission: 'pull' } },
  ];
  const plan = await sealPlan(
    ...sealingOf(Buffer.from(SIGNING_SECRET), service().url, service().clock),
    {
      version: 1,
      organization: { id: organizationId, login: organization },
      dangers: [],
      steps: [...steps],
      files: '',
    },
    ownerId,
  );

  control.clearRequests();
  const rows = await applied(service(), bearer, plan);

  expect(rows.map(({ outcome, message }) => [outcome, message])).toEqual(
    steps.map(() => ['refused', '".." is not a valid name.']),
  );
  expect(roleOfSecond()).toBe('admin');
  expect(control.requests().filter(({ method, path }) => method !== 'GET' && path !== '/graphql')).toEqual([]);
});
