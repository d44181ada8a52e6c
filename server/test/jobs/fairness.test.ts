import { describe, expect, onTestFinished, test } from 'vitest';
import { WORK_OF_KIND_AT_ONCE, WORK_SLOW_MS, WORK_STEPS_AT_ONCE } from '../../src/lib/limits/jobs.ts';
import { jobsAs } from '../features/invitations/jobs/jobs.ts';
import { addOrganizations } from '../features/people/across/across.ts';
import { runsAs } from '../features/runs/running.ts';
import { ENGINES_OF_RULES, type EngineName } from '../support/databases/engines.ts';
import { addOrganization } from '../support/service/add-organization.ts';
import { startService } from '../support/service/start-service.ts';
import { createTimeLimit } from '../support/time-limit.ts';

const WITHIN = { interval: 20 };

/** A service that works by itself, whose calls hang for as long as the test says. */
async function working(engine: EngineName) {
  const callLimit = createTimeLimit();
  const service = await startService({ engine, callLimitMs: callLimit.ms });
  const stops: (() => Promise<void>)[] = [];
  onTestFinished(async () => {
    service.simulator.control.clearFaults();
    const stopped = Promise.all(stops.map((stop) => stop()));
    callLimit.come();
    await stopped;
    await service.close();
  });
  const { control } = service.simulator;
  return {
    service,
    work: (kind: string) => void stops.push(service.keepUp([kind])),
    hang: (path: string) => control.fault({ kind: 'hang', match: { path } }),
    stalled: () => control.stalled().length,
    signIn: async (login: string) => (await service.signIn(login)).bearer,
  };
}

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('background work on %s', (engine) => {
  test('starts one person’s run beside ten of another whose calls hang (fairness)', async () => {
    const { service, work, hang, stalled, signIn } = await working(engine);
    // Without it, the share of a person alone leaves room.
    createTimeLimit(WORK_SLOW_MS);
    const [big, small] = [addOrganizations(service, 12), addOrganizations(service, 1)];
    const [ofBig, ofSmall] = [await signIn(big.owner), await signIn(small.owner)];
    for (const { organization } of big.organizations) hang(`/user/memberships/orgs/${organization}`);
    const itemsOf = ({ organizations }: typeof big, from = 0) =>
      organizations.map((_, index) => {
        const { organizationId = 0, newcomer = () => '' } = organizations[(from + index) % organizations.length] ?? {};
        return { organization: organizationId, invitations: [{ login: newcomer() }] };
      });
    for (let run = 0; run < 10; run += 1)
      await runsAs(service, ofBig).begin({ key: `${run}`, items: itemsOf(big, run) });
    work('run');
    await expect.poll(stalled, WITHIN).toBeGreaterThan(3);
    const runs = runsAs(service, ofSmall);
    await runs.begin({ key: 'one', items: itemsOf(small) });
    await expect.poll(async () => (await runs.list())[0]?.counts.started, WITHIN).toBe(1);
    expect(stalled()).toBeGreaterThan(3);
  });

  test('starts one item of a run at a time, so that other people’s runs have their turn (fairness)', async () => {
    const { service, signIn } = await working(engine);
    const { owner, organizations } = addOrganizations(service, WORK_STEPS_AT_ONCE + 2);
    const runs = runsAs(service, await signIn(owner));
    await runs.begin({
      key: 'many',
      items: organizations.map(({ organizationId, newcomer }) => ({
        organization: organizationId,
        invitations: [{ login: newcomer() }],
      })),
    });
    await service.workOn(['run']);
    expect((await runs.list())[0]?.counts.started).toBe(WORK_STEPS_AT_ONCE);
    await service.workOn(['run']);
    expect((await runs.list())[0]?.counts).toEqual({ waiting: 0, started: organizations.length, refused: 0 });
  });

  test('invites in one organization beside others whose calls hang, whoever owns them (fairness)', async () => {
    const { service, work, hang, stalled, signIn } = await working(engine);
    const slowness = createTimeLimit(WORK_SLOW_MS);
    for (let each = 0; each < WORK_OF_KIND_AT_ONCE + 2; each += 1) {
      const { organization, owner, newcomer } = addOrganization(service);
      await jobsAs(service, await signIn(owner), organization).begin([{ login: newcomer() }]);
      hang(`/orgs/${organization}`);
    }
    const quick = addOrganization(service);
    const jobs = jobsAs(service, await signIn(quick.owner), quick.organization);
    work('invitations');
    await expect.poll(stalled, WITHIN).toBe(WORK_OF_KIND_AT_ONCE);
    const { id } = await jobs.begin([{ login: quick.newcomer() }, { login: quick.newcomer() }]);
    await expect.poll(slowness.running, WITHIN).toBe(WORK_OF_KIND_AT_ONCE);
    slowness.come();
    await expect.poll(async () => (await jobs.read(id)).state, WITHIN).toBe('done');
    expect(stalled()).toBe(WORK_OF_KIND_AT_ONCE + 2);
  });
});
