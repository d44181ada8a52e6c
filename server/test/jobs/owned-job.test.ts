import { expect, test } from 'vitest';
import { findOwnedJob } from '../../src/jobs/routes.ts';
import { eventOf } from '../audit/store/trails.ts';
import { ENGINES } from '../support/databases/engines.ts';
import { BOUNDS, jobOf } from './store/stored-jobs.ts';

const ID = 'ab'.repeat(16);
const OWNER = { organizationId: 10 };
const NO_JOB = { ok: false, refusal: { kind: 'no-job' } };

test.each(ENGINES)(
  'a job is found by its ID, and by no text that the database would refuse, on $name',
  async ({ open }) => {
    const { jobs } = (await open()).storage;
    await jobs.create(jobOf(ID), [], BOUNDS, eventOf({ action: 'job.started' }));
    expect(await findOwnedJob(jobs, OWNER, ID)).toMatchObject({ ok: true, value: { id: ID } });
    for (const strange of ['\0', `${ID}\0`, `${ID.slice(1)}\0`, '\uD800', '']) {
      expect(await findOwnedJob(jobs, OWNER, strange)).toEqual(NO_JOB);
    }
  },
);
