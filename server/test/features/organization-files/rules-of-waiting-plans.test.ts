import { expect, test } from 'vitest';
import { jobsAs, runOut, serviceForJobs } from '../invitations/jobs/jobs.ts';
import { liftsOf } from './files-as.ts';
import { fileOf } from './organization-with-files.ts';
import { addOrganizationWithOwners } from './organization-with-owners.ts';

const service = serviceForJobs();
const STRICTER = 'The rules about owners are stricter now. Please plan the files again.';

/** Pauses plans between their start and their first step. */
async function addOrganizationWithPausedPlan(more: { readonly kept: boolean } = { kept: false }) {
  const prepared = await addOrganizationWithOwners(service());
  const { files, bearer, organization, owners } = prepared;
  const [first, second, third] = owners;
  const jobs = jobsAs(service(), bearer, organization);
  const text = `people: {mode: exact, ownersMin: 2, owners: [${first}, ${second}], members: [${third}]}\nteams: {entries: {core: {}}}`;
  const named = fileOf(text);
  const plan = await files.plan(named);
  const started = await files.askApply(plan, liftsOf(plan), more.kept ? named : undefined);
  const { id } = (started.json as { readonly job: { readonly id: string } }).job;
  await jobs.change(id, 'pause');
  const resumed = async () => {
    await jobs.change(id, 'resume');
    await runOut(service(), () => jobs.read(id));
    return (await jobs.rows(id)).map(({ step, outcome, message }) => [step?.kind, outcome, message]);
  };
  return { ...prepared, jobs, id, resumed };
}

test('a paused plan takes no ownership once stricter rules were set, and does all else', async () => {
  for (const stricter of ['number', 'account'] as const) {
    const { owners, rules, resumed } = await addOrganizationWithPausedPlan();
    await rules.change(stricter === 'number' ? { ownersMin: 3 } : { requiredOwners: [owners[2]] });
    expect(await resumed()).toEqual([
      ['create-team', 'changed', null],
      ['set-role', 'refused', STRICTER],
    ]);
  }
});

test('a paused plan takes no ownership once files were applied that demand more', async () => {
  const { owners, keep, resumed } = await addOrganizationWithPausedPlan();
  await keep(`ownersMin: 2, requiredOwners: [${owners[2]}]`);
  expect(await resumed()).toContainEqual(['set-role', 'refused', STRICTER]);
});

test('a paused plan goes on where the rules are as they were, with its own files and without', async () => {
  for (const kept of [false, true]) {
    const { rules, resumed } = await addOrganizationWithPausedPlan({ kept });
    await rules.change({ ownersMin: 2 });
    expect(await resumed()).toEqual([
      ['create-team', 'changed', null],
      ['set-role', 'changed', null],
    ]);
  }
});
