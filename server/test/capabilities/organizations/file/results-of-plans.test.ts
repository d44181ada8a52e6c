import { expect, test } from 'vitest';
import { sharedService } from '../../../support/service/shared-service.ts';
import { jobsAs, runOut } from '../../jobs/invitations/jobs.ts';
import { liftsOf } from './files-as.ts';
import { fileOf, placeWithFiles } from './place-with-files.ts';

const service = sharedService();

test('the results of a plan without steps are an empty table', async () => {
  const { bearer, organization, files, owner } = await placeWithFiles(service());
  const described = fileOf(`people: {owners: [${owner}]}`);
  const plan = await files.plan(described);
  expect(plan.steps).toEqual([]);
  const answer = await files.askApply(plan, liftsOf(plan), described);
  const { id } = (answer.json as { readonly job: { readonly id: string } }).job;
  const jobs = jobsAs(service(), bearer, organization);
  await runOut(service(), () => jobs.read(id));
  const csv = await jobs.ask(`/${id}/results.csv`);
  expect([csv.status, csv.text]).toEqual([
    200,
    'row,change,login,user_id,team,repository,outcome,words,settled_at\r\n',
  ]);
});

test('the results of a plan say what each step was', async () => {
  const { bearer, organization, files, member, world } = await placeWithFiles(service());
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
