import { expect, test } from 'vitest';
import { sharedService } from '../../support/service/shared-service.ts';
import { addOrganizationWithFiles, fileOf, loginsIn } from './organization-with-files.ts';

const service = sharedService();
const setUp = () => addOrganizationWithFiles(service());

test('teams of the enterprise are left alone, and named once where files list them', async () => {
  const { organization, world, files, member } = await setUp();
  const person = member();
  const team = world.addTeam({ organization, name: 'Platform', isEnterprise: true, members: [{ login: person }] });
  expect(team.slug).toBe('ent:platform');
  world.addTeam({ organization, name: 'core' });

  const imported = await files.importFiles();
  expect(imported.map(({ text }) => text).join('')).not.toMatch(/platform/i);
  expect((await files.plan(imported)).steps).toEqual([]);

  const text = 'teams: {mode: exact, entries: {core: {}, "ent:platform": {members: []}}}';
  const { plan, hints } = await files.checkPlan(fileOf(text));
  expect(hints.map(({ line, message }) => [line, message])).toEqual([
    [2, '"ent:platform" is a team of the enterprise. It is not managed here.'],
  ]);
  expect(plan?.steps).toEqual([]);
  expect(loginsIn(service(), world.needTeam(organization, 'ent:platform'))).toEqual([person]);

  const { problems } = await files.checkPlan(fileOf('teams: {entries: {"ent:nobody": {}}}'));
  expect(problems.map(({ message }) => message)).toEqual([
    'There is no team "ent:nobody". Teams of an enterprise are created there.',
  ]);
});

test('a team with the slug of an entry is kept, though a team of the enterprise has its key as its name', async () => {
  const { organization, world, files, member } = await setUp();
  const person = member();
  world.addTeam({ organization, name: 'Sec Team', members: [{ login: person }] });
  world.addTeam({ organization, name: 'Security', members: [{ login: person }] });
  for (const name of ['sec-team', 'Secured']) world.addTeam({ organization, name, isEnterprise: true });
  const text = `teams: {mode: exact, entries: {sec-team: {members: [${person}]}, security: {name: Secured}}}`;
  const { plan, hints } = await files.checkPlan(fileOf(text));
  expect(hints).toEqual([]);
  expect(plan?.steps.map(({ kind, team }) => [kind, team])).toEqual([['edit-team', 'security']]);
});
