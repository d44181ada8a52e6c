import { expect, test } from 'vitest';
import { ROW_STATES } from '../../../src/domain/job.ts';
import { sharedService } from '../../support/service/shared-service.ts';
import { jobsAs } from '../invitations/jobs/jobs.ts';
import { addOrganizationWithEveryStep, goneOn } from './faulty-steps.ts';
import { filesAs } from './files-as.ts';

const service = sharedService();

test.each(['demoted', 'removed'] as const)(
  'a plan whose owner is %s stops for that, refuses none of its steps, and is ended by the owner who takes it over',
  async (how) => {
    const prepared = await addOrganizationWithEveryStep(service());
    const { organization, organizationId, owner, second } = prepared;
    const files = filesAs(service(), prepared.bearer, organization);
    const { id } = await files.apply(await files.plan(prepared.files));
    const { world } = service().simulator;
    const rows = () =>
      service().storage.jobs.rows({ organizationId, id }, { after: 0, limit: 100, states: ROW_STATES });
    while ((await rows()).filter(({ settledAt }) => settledAt !== null).length < 3) {
      await service().workOnJobs();
      service().clock.advance(1_000);
    }
    // Within the minute of known rights.
    if (how === 'demoted') world.setRole(organization, owner, 'member');
    else world.removeMembership(organization, owner);
    for (let rounds = 0; rounds < 30; rounds += 1) {
      await service().workOnJobs();
      service().clock.advance(5_000);
    }
    const { bearer } = await service().signIn(second);
    const jobs = jobsAs(service(), bearer, organization);
    expect(await jobs.read(id)).toMatchObject({ state: 'failed', reason: 'rights-lost', runBy: owner });
    expect((await rows()).filter(({ state }) => state === 'refused')).toEqual([]);

    expect((await jobs.change(id, 'take-over')).status).toBe(200);
    const { job } = await goneOn(service(), bearer, organization, id);
    expect(job).toMatchObject({ state: 'done', runBy: second });
    expect((await rows()).filter(({ state }) => state === 'refused' || state === 'failed')).toEqual([]);
  },
);
