import { expect, test } from 'vitest';
import { resultsCsv } from '../../../src/jobs/job-view.ts';
import { sharedService } from '../../support/service/shared-service.ts';
import { jobsAs, runOut } from '../invitations/jobs/jobs.ts';
import { liftsOf } from './files-as.ts';
import { addOrganizationWithFiles, fileOf } from './organization-with-files.ts';

const service = sharedService();

test('the results of a plan without steps are an empty table', async () => {
  const { jobs, id } = await appliedWithoutSteps();
  const csv = await jobs.ask(`/${id}/results.csv`);
  expect([csv.status, csv.text]).toEqual([
    200,
    'row,change,login,user_id,team,repository,outcome,message,settled_at\r\n',
  ]);
});

test('the results of a plan without steps never look complete when the plan is removed while they are sent', async () => {
  const { id, organizationId } = await appliedWithoutSteps();
  const { clock, storage } = service();
  const job = await storage.jobs.find({ id, organizationId });
  if (job === null) throw new Error('the job is missing');
  const pieces = resultsCsv(storage.jobs, job);
  await pieces.next();
  await storage.jobs.clear(new Date(clock.now().getTime() + 1), { rowsMs: 0, addressesMs: 0, filesMs: 0 });
  const rest = async () => {
    for await (const piece of pieces) expect(piece).toBe('');
  };
  await expect(rest()).rejects.toThrow('removed while its results were being sent');
});

async function appliedWithoutSteps() {
  const { bearer, organization, organizationId, files, owner } = await addOrganizationWithFiles(service());
  const described = fileOf(`people: {owners: [${owner}]}`);
  const plan = await files.plan(described);
  expect(plan.steps).toEqual([]);
  const answer = await files.askApply(plan, liftsOf(plan), described);
  const { id } = (answer.json as { readonly job: { readonly id: string } }).job;
  const jobs = jobsAs(service(), bearer, organization);
  await runOut(service(), () => jobs.read(id));
  return { jobs, id, organizationId };
}

test('the results of a plan say what each step was', async () => {
  const { bearer, organization, files, member, world } = await addOrganizationWithFiles(service());
  const person = member();
  world.addTeam({ organization, name: 'core' });
  const plan = await files.plan(
    fileOf(`teams: {entries: {core: {description: "a, b", members: [${person}], repositories: {api: push}}}}`),
  );
  const { id } = await files.apply(plan);
  const jobs = jobsAs(service(), bearer, organization);
  await runOut(service(), () => jobs.read(id));
  const csv = await jobs.ask(`/${id}/results.csv`);
  const rows = csv.text.trimEnd().split('\r\n').slice(1);
  expect(rows.map((row) => row.replace(/[^,]*$/, ''))).toEqual([
    `1,"edit team: team core (description  → a, b)",,,core,,changed,,`,
    `2,"set team role: ${person}, team core (role member)",${person},${world.user(person)?.id},core,,changed,,`,
    '3,"set team access: team core, api (permission push)",,,core,api,changed,,',
  ]);
});
