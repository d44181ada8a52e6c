import type { DriftAnswer } from '@orgdesk/contract';
import { expect, test } from 'vitest';
import { fetchOnce } from '../../support/browser.ts';
import { addOrganization } from '../../support/service/add-organization.ts';
import { sharedService } from '../../support/service/shared-service.ts';
import { jobsAs, runOut } from '../invitations/jobs/jobs.ts';
import { applied, filesAs, liftsOf, lineOf } from './files-as.ts';

const service = sharedService();

test('a change on the code host is reported with who made it, and undone by the plan that comes with it', async () => {
  const { organization, owner, newcomer } = addOrganization(service());
  const { simulator, clock, url } = service();
  const { control, world } = simulator;
  const first = newcomer();
  const members = [first, newcomer()];
  for (const login of members) world.addMembership({ organization, login });
  const { bearer } = await service().signIn(owner);
  const files = filesAs(service(), bearer, organization);
  const drift = async () => {
    const answer = await fetchOnce(`${url}/api/organizations/${organization}/files/drift`, { headers: bearer });
    return answer.json as DriftAnswer;
  };
  expect(await drift()).toEqual({ applied: null, plan: null, problems: [], isCut: false, hints: [], causes: [] });

  const sent = [
    { name: 'teams.yaml', text: `version: 1\nteams: {mode: exact, entries: {core: {members: [${members}]}}}` },
  ];
  const plan = await files.plan(sent);
  const begun = await fetchOnce(`${url}/api/organizations/${organization}/files/apply`, {
    method: 'POST',
    headers: { ...bearer, 'content-type': 'application/json' },
    body: JSON.stringify({ plan, lifted: liftsOf(plan), files: sent }),
  });
  expect(begun.status).toBe(202);
  const { job } = begun.json as { readonly job: { readonly id: string } };
  const jobs = jobsAs(service(), bearer, organization);
  await runOut(service(), () => jobs.read(job.id));
  expect(await drift()).toMatchObject({ applied: { by: owner, hash: plan.hash, files: sent }, plan: { steps: [] } });

  clock.advance(1_000);
  control.platform.removeTeamMember(organization, 'core', first, owner);
  control.platform.createTeam({ organization, name: 'Elsewhere' }, owner);
  await expect.poll(async () => (await drift()).causes.length).toBe(2);
  const changed = await drift();
  expect(changed.plan?.steps.map(lineOf)).toEqual([`set-team-role ${first} core member`, 'delete-team elsewhere']);
  expect(changed.causes).toMatchObject([
    { step: 0, actor: owner, action: 'team.member_removed' },
    { step: 1, actor: owner, action: 'team.created' },
  ]);
  if (changed.plan !== null) await applied(service(), bearer, changed.plan);
  expect((await drift()).plan?.steps).toEqual([]);
});

test('files are kept only if the plan was made of them', async () => {
  const { organization, owner } = addOrganization(service());
  const { bearer } = await service().signIn(owner);
  const files = filesAs(service(), bearer, organization);
  const text = 'version: 1\nteams: {entries: {core: {}}}';
  const plan = await files.plan([{ name: 'a.yaml', text }]);
  const answer = await fetchOnce(`${service().url}/api/organizations/${organization}/files/apply`, {
    method: 'POST',
    headers: { ...bearer, 'content-type': 'application/json' },
    body: JSON.stringify({ plan, lifted: [], files: [{ name: 'a.yaml', text: `${text}\n` }] }),
  });
  expect([answer.status, answer.json]).toEqual([
    409,
    { error: 'This plan was altered, or made elsewhere. Please plan the files again.' },
  ]);
});

test('accepting a change keeps the imported files without any step', async () => {
  const { organization, owner } = addOrganization(service());
  const { bearer } = await service().signIn(owner);
  const files = filesAs(service(), bearer, organization);
  const imported = await files.importFiles();
  const plan = await files.plan(imported);
  expect(plan.steps).toEqual([]);
  expect((await files.askApply(plan)).status).toBe(409);
  const begun = await fetchOnce(`${service().url}/api/organizations/${organization}/files/apply`, {
    method: 'POST',
    headers: { ...bearer, 'content-type': 'application/json' },
    body: JSON.stringify({ plan, lifted: [], files: imported }),
  });
  expect(begun.status).toBe(202);
  const { job } = begun.json as { readonly job: { readonly id: string } };
  const jobs = jobsAs(service(), bearer, organization);
  expect((await runOut(service(), () => jobs.read(job.id))).state).toBe('done');
  const drift = await fetchOnce(`${service().url}/api/organizations/${organization}/files/drift`, { headers: bearer });
  expect(drift.json).toMatchObject({ applied: { files: imported }, plan: { steps: [] } });
});

test('a plan sent again later does not replace the files of a newer one', async () => {
  const { organization, owner } = addOrganization(service());
  const { bearer } = await service().signIn(owner);
  const files = filesAs(service(), bearer, organization);
  const at = `${service().url}/api/organizations/${organization}/files`;
  const planOf = async (slug: string) => {
    const sent = [{ name: 'teams.yaml', text: `version: 1\nteams: {entries: {${slug}: {}}}` }];
    return { plan: await files.plan(sent), lifted: [], files: sent };
  };
  const [older, newer] = [await planOf('older'), await planOf('newer')];
  const headers = { ...bearer, 'content-type': 'application/json' };
  for (const body of [older, newer, older]) {
    service().clock.advance(1_000);
    const answer = await fetchOnce(`${at}/apply`, { method: 'POST', headers, body: JSON.stringify(body) });
    expect(answer.status).toBe(202);
  }
  const drift = await fetchOnce(`${at}/drift`, { headers: bearer });
  expect(drift.json).toMatchObject({ applied: { files: newer.files } });
});
