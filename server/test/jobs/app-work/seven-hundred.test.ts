import { afterEach, describe, expect, test } from 'vitest';
import { newPeople, serviceForJobs } from '../../features/invitations/jobs/jobs.ts';
import { ENGINES } from '../../support/databases/engines.ts';
import { misfitsIn } from '../../support/described-calls.ts';
import { inSeries } from '../../support/series.ts';
import { organizationWithAppWork, workThroughAll } from './continuing.ts';

const QUOTA = inSeries(500, 10);
const PEOPLE = inSeries(700, 15);

describe.each(ENGINES.map(({ name }) => name))('a batch over the daily quota, on %s', (engine) => {
  const service = serviceForJobs({ engine });
  afterEach(() => expect(misfitsIn(service().simulator, 'cloud')).toEqual([]));

  test(`sends all ${PEOPLE} once, also after its owner signed out`, async () => {
    const { simulator, clock, storage } = service();
    const { control } = simulator;
    const house = await organizationWithAppWork(service());
    const { organization, ada, grace } = house;
    control.invitationQuota(organization, { limit: QUOTA, used: 0 });
    const people = newPeople(service(), 'of-seven-hundred', PEOPLE);
    const { id } = await house.begin(
      ada,
      people.map((login) => ({ login })),
    );
    const stored = async () => {
      const job = await storage.jobs.find({ organizationId: house.organizationId, id });
      if (job === null) throw new Error('the job is gone');
      return job;
    };
    const midday = clock.now().getTime();
    await workThroughAll(service(), stored, { untilMs: midday + 3_600_000 });
    const sentBefore = (await stored()).counts.sent;
    expect(sentBefore).toBeGreaterThan(0);
    expect((await house.signOut(ada)).status).toBe(200);

    await workThroughAll(service(), stored);
    expect(await stored()).toMatchObject({ state: 'done', counts: { sent: PEOPLE, ready: 0, sending: 0 } });
    const { byInvitee } = control.creations(organization);
    expect(Object.values(byInvitee)).toEqual(people.map(() => 1));

    await house.signIn(grace);
    const entries = await house.entries(grace, 'invitation.sent');
    const own = entries.filter(({ way, outcome }) => way === 'job' && outcome === 'done');
    expect(own.map(({ target }) => target?.name)).toEqual(people);
    expect(new Set(own.map(({ actor }) => actor?.login))).toEqual(new Set([ada]));
    expect(own.map(({ carriedOutBy }) => carriedOutBy)).toEqual(
      people.map((_, index) => (index < sentBefore ? null : 'app')),
    );
    await control.settled();
    const reported = (await house.entries(grace, 'invitation.sent')).filter(({ way }) => way === 'webhook');
    expect(reported.map(({ carriedOutBy }) => carriedOutBy)).toEqual(own.map(({ carriedOutBy }) => carriedOutBy));
    expect(reported.at(-1)?.actor?.login).toMatch(/\[bot\]$/);
    for await (const proof of storage.auditTrail.verify(house.organizationId)) expect(proof.ok).toBe(true);
  }, 600_000);
});
