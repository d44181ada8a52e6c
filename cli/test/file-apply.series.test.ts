import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addOrganization } from '../../server/test/support/service/add-organization.ts';
import { sharedService } from '../../server/test/support/service/shared-service.ts';
import { freshHome, orgdesk } from './support/orgdesk.ts';

const service = sharedService();

/** An organization with a team, whose App may not change access. */
async function setUp() {
  const { organization, owner } = addOrganization(service());
  const { world } = service().simulator;
  world.addRepository({ owner: organization, name: 'api', isPrivate: true, isArchived: false });
  world.addTeam({ organization, name: 'core' });
  const { id } = await service().signIn(owner);
  const env = { HOME: await freshHome(), ORGDESK_URL: service().url, ORGDESK_SESSION: id };
  const [file, plan] = [join(env.HOME, 'teams.yaml'), join(env.HOME, 'plan.json')];
  return {
    plan,
    async planned(text: string, ...more: readonly string[]) {
      await writeFile(file, `version: 1\n${text}`);
      return orgdesk(['file', 'plan', organization, file, '--out', plan, ...more], env);
    },
    async applied(...more: readonly string[]) {
      let isEnded = false;
      const ended = orgdesk(['file', 'apply', plan, '--yes', ...more], env).finally(() => {
        isEnded = true;
      });
      while (!isEnded) {
        await service().workOnJobs();
        service().clock.advance(1_100);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      return ended;
    },
  };
}

test('a plan without steps is applied, in every format', async () => {
  const { planned, applied } = await setUp();
  expect(await planned('teams: {entries: {core: {}}}\n')).toEqual([0, 'Nothing to change.\n', '']);
  const [code, out] = await applied();
  expect([code, out]).toEqual([0, '\uFEFFrow,change,login,user_id,team,repository,outcome,message,settled_at\r\n']);
  await planned('teams: {entries: {core: {}}}\n# again\n');
  expect((await applied('--json')).slice(0, 2)).toEqual([0, '[]\n']);
});

test('a plan of which steps are left out says so, and its exit code does', async () => {
  const { planned, applied } = await setUp();
  const text = 'teams: {entries: {core: {description: The core, repositories: {api: push}}}}\n';
  const leftOut = '1 of 2 steps will be left out: the App needs administration: write.\n';
  expect(await planned(text)).toEqual([
    2,
    expect.stringMatching(
      new RegExp(`^1 team to edit\\.\n${leftOut}Plan \\w+\n~ edit team: .*\n\\+ set team access: .* \\[left out\\]\n$`),
    ),
    '',
  ]);
  const [code, out, notes] = await applied('--json');
  expect(code).toBe(6);
  expect(notes).toContain(leftOut);
  expect(JSON.parse(out)).toMatchObject([
    {
      row: 1,
      change: 'edit team: team core (description  → The core)',
      outcome: 'changed',
      step: { kind: 'edit-team' },
    },
  ]);
});

test('problems of files are code in the Markdown of a plan', async () => {
  const { planned } = await setUp();
  const [code, out] = await planned(
    'teams: {entries: {core: {"![x](https://evil.example)": "@acme/owners"}}}\n',
    '--markdown',
  );
  expect(code).toBe(1);
  expect(out).toMatch(/^### Problems in the files\n\n```text\n[^`]*!\[x\][^`]*\n```\n$/);
});
