import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { JOB_PACE } from '../../../src/lib/limits/jobs.ts';
import { serviceForJobs } from '../../features/invitations/jobs/jobs.ts';
import { ENGINES } from '../../support/databases/engines.ts';
import { upTo } from '../../support/databases/records.ts';
import { misfitsIn } from '../../support/described-calls.ts';
import { inSeries } from '../../support/series.ts';
import { workThroughAll } from './continuing.ts';
import { organizationForSteps, type Prepared } from './steps.ts';

const EACH = inSeries(40, 8);

describe.each(ENGINES.map(({ name }) => name))('jobs of one organization that the App continues, on %s', (engine) => {
  const service = serviceForJobs({ engine });
  const control = () => service().simulator.control;
  let house: Prepared;
  beforeEach(async () => {
    house = await organizationForSteps(service());
  });
  afterEach(() => {
    control().clearFaults();
    expect(misfitsIn(service().simulator, 'cloud')).toEqual([]);
  });

  const changes = () => control().changes({ organization: house.organization, via: 'api' });

  test('of different kinds share its pace, and each gets on', async () => {
    const members = upTo(EACH).map(() => house.member());
    const rows = upTo(EACH).map(() => ({ login: house.person() }));
    const teams = upTo(EACH).map((nth) => `team-${nth}: {}`);
    const removals = await house.change({ kind: 'remove' }, ...members);
    const { id } = await house.begin(house.ada, rows);
    const plan = await house.apply(`teams: {entries: {${teams.join(', ')}}}`);
    await house.signOut(house.ada);
    // As long as all three have rows left.
    for (let sends = 0; sends < EACH; sends = changes().length) {
      await service().workOnJobs();
      service().clock.advance(JOB_PACE.everyMs / 3);
    }
    const kinds = ['member-removed', 'member-invited', 'team-created'] as const;
    const counts = kinds.map((kind) => changes().filter((change) => change.kind === kind).length);
    expect(Math.min(...counts), String(counts)).toBeGreaterThanOrEqual(EACH / 4);

    for (const job of [removals, plan, { id }]) await workThroughAll(service(), () => house.stored(job.id));
    for (const job of [removals, plan, { id }]) expect(await house.stored(job.id)).toMatchObject({ state: 'done' });
    expect(changes()).toHaveLength(3 * EACH);
    const times = changes().map(({ at }) => Date.parse(at));
    const pauses = times.slice(1).map((at, index) => at - (times[index] ?? at));
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(JOB_PACE.everyMs);
  }, 300_000);

  const tokensRequested = () => control().count({ path: `/app/installations/${house.installationId}/access_tokens` });
  const invitationCalls = () =>
    control()
      .requests({ method: 'POST', path: `/orgs/${house.organization}/invitations` })
      .map(({ status }) => status);

  async function sendOne(): Promise<void> {
    service().clock.advance(2_000);
    await service().workOnJobs();
  }

  test('replace a token that expired once, and send each row once', async () => {
    const people = upTo(4).map(() => house.person());
    const { id } = await house.begin(
      house.ada,
      people.map((login) => ({ login })),
    );
    await house.signOut(house.ada);
    const before = tokensRequested();
    await sendOne();
    // One that changes; one that reads was requested for the setting.
    expect(tokensRequested()).toBe(before + 1);
    for (let nth = 2; nth <= 3; nth += 1) {
      control().expireInstallationTokens();
      await sendOne();
      expect(tokensRequested()).toBe(before + 2 * nth - 1);
      expect(invitationCalls()).toEqual([201, ...upTo(nth - 1).flatMap(() => [401, 201])]);
    }
    await sendOne();
    expect(tokensRequested()).toBe(before + 5);
    await sendOne();
    expect(await house.stored(id)).toMatchObject({ state: 'done', counts: { sent: 4 } });
    expect(house.invitations().map(({ login }) => login)).toEqual(people);
    await house.signIn(house.grace);
    const entries = (await house.entries(house.grace, 'invitation.sent')).filter(({ way }) => way === 'job');
    expect(entries.map(({ target, outcome }) => [target?.name, outcome])).toEqual(
      people.map((login) => [login, 'done']),
    );
  });

  test('try a row later whose token is rejected again and again, and send it once', async () => {
    const people = upTo(5).map(() => house.person());
    const { id } = await house.begin(
      house.ada,
      people.map((login) => ({ login })),
    );
    await house.signOut(house.ada);
    for (const _ of upTo(4)) await sendOne();
    const match = {
      method: 'POST',
      path: `/orgs/${house.organization}/invitations`,
      credential: 'installation',
    } as const;
    const rule = control().fault({ kind: 'reply', status: 401, body: { message: 'Bad credentials' }, times: 2, match });
    await sendOne();
    expect(rule.hits()).toBe(2);
    expect(await house.stored(id)).toMatchObject({ state: 'running', counts: { sent: 4, ready: 1, sending: 0 } });
    await workThroughAll(service(), () => house.stored(id));
    expect(await house.stored(id)).toMatchObject({ state: 'done', counts: { sent: 5 } });
    expect(house.invitations().map(({ login }) => login)).toEqual(people);
  });
});
