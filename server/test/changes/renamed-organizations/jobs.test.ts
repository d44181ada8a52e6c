import { beforeEach, describe, expect, test } from 'vitest';
import { jobsAs, newPeople, runOut, serviceForJobs } from '../../features/invitations/jobs/jobs.ts';
import { addOrganization } from '../../features/invitations/listed/listing.ts';
import { ENGINES_OF_RULES } from '../../support/databases/engines.ts';
import { takeOver } from './takeover.ts';

describe.each(ENGINES_OF_RULES.map(({ name }) => name))(
  'an invitation job goes on under a new login, on %s,',
  (engine) => {
    const service = serviceForJobs({ engine });
    const control = () => service().simulator.control;
    const world = () => service().simulator.world;
    beforeEach(() => {
      service().clock.advance(2 * 3_600_000);
      control().clearRequests();
    });

    /** A job whose first row is sent: its rights are known for a minute. */
    const begunJob = async (prefix: string) => {
      const { organization, owner } = addOrganization(service());
      const headers = (await service().signIn(owner)).bearer;
      const jobs = jobsAs(service(), headers, organization);
      const [first, second] = newPeople(service(), `${prefix}-${engine.toLowerCase()}`, 2);
      const { id } = await jobs.begin([{ login: first }, { email: `${prefix}@mail.example` }, { login: second }]);
      await service().workOnJobs();
      expect(await jobs.read(id)).toMatchObject({ state: 'running', counts: { sent: 1, ready: 2 } });
      const finished = async () => {
        const renamed = jobsAs(service(), headers, `${organization}-renamed`);
        return runOut(service(), () => renamed.read(id));
      };
      return { organization, renamed: `${organization}-renamed`, finished };
    };
    const creations = (organization: string) => ({ method: 'POST', path: `/orgs/${organization}/invitations` });

    test('when the former one is nobody’s, within the minute of known rights', async () => {
      const { organization, renamed, finished } = await begunJob('nobodys');
      world().renameOrganization(organization, renamed);
      expect(await finished()).toMatchObject({ state: 'done', counts: { sent: 3 } });
      expect(control().count(creations(organization))).toBe(1);
    });

    test('when another organization took the former one, within the minute of known rights', async () => {
      const { organization, renamed, finished } = await begunJob('taken');
      takeOver(service().simulator, organization);
      control().clearRequests();
      expect(await finished()).toMatchObject({ state: 'done', counts: { sent: 3 } });
      expect([control().count(creations(organization)), control().count(creations(renamed))]).toEqual([0, 2]);
      expect(world().openInvitations(organization)).toEqual([]);
      expect(world().openInvitations(renamed)).toHaveLength(3);
    });

    test('when it is renamed while an invitation is on its way', async () => {
      const { organization, renamed, finished } = await begunJob('on-its-way');
      const hold = control().hold(creations(organization));
      const nextAt = await service().workOnJobs();
      service().clock.advance((nextAt?.getTime() ?? 0) - service().clock.now().getTime());
      const working = service().workOnJobs();
      await hold.arrived(1);
      world().renameOrganization(organization, renamed);
      hold.release();
      await working;
      expect(await finished()).toMatchObject({ state: 'done', counts: { sent: 3 } });
      expect(world().openInvitations(renamed)).toHaveLength(3);
    });
  },
);
