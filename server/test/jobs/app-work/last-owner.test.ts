import { describe, expect, test } from 'vitest';
import { serviceForJobs } from '../../features/invitations/jobs/jobs.ts';
import { previewed, startChange } from '../../features/people-changes/changing.ts';
import { ENGINES_OF_RULES } from '../../support/databases/engines.ts';
import { organizationWithAppWork } from './continuing.ts';

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('two owners whose jobs remove each other, on %s', (engine) => {
  const service = serviceForJobs({ engine });

  test('leave one of them, though the code host would let the App take both', async () => {
    const house = await organizationWithAppWork(service());
    const { organization, organizationId, ada, grace } = house;
    await house.signIn(grace);
    const start = async (by: string, whom: string) => {
      const where = { organization, headers: house.headersOf(by) };
      const { preview } = await previewed(service(), where, { kind: 'remove' }, [whom]);
      const answer = await startChange(service(), where, { previews: [preview], continueAfterSignOut: true });
      expect(answer.status).toBe(202);
    };
    await start(ada, grace);
    await start(grace, ada);
    await house.signOut(ada);
    await house.signOut(grace);
    const other = await service().addInstance();
    const { control } = service().simulator;
    // Each change lasts longer than the pace between two.
    const removal = control.hold({ method: 'DELETE', path: new RegExp(`^/orgs/${organization}/memberships/`) });
    const working = [service().workOnJobs()];
    await removal.arrived(1);
    const second = removal.arrived(2).catch(() => {});
    for (let turn = 0; turn < 5; turn += 1) {
      service().clock.advance(1_100);
      const worked = other.workOnJobs();
      working.push(worked);
      await Promise.race([worked, second]);
    }
    removal.release();
    await Promise.all(working);
    for (let step = 0; step < 5; step += 1) {
      service().clock.advance(2_000);
      await service().workOnJobs();
    }
    const owners = [ada, grace].filter((login) => house.roleOf(login) === 'admin');
    expect(owners).toHaveLength(1);
    const jobs = await service().storage.jobs.ofOrganization(organizationId, 'people-change', 9);
    expect(
      jobs.map(({ reason, counts }) => reason ?? (counts.changed === 1 ? 'changed' : 'refused')).toSorted(),
    ).toEqual(['changed', 'rights-lost']);
    await other.close();
  });
});
