import { describe, expect, onTestFinished, test } from 'vitest';
import {
  CHANGED_LISTS_AT_ONCE,
  REPOSITORY_LIST_PAUSE_MS,
  REPOSITORY_LISTS_AT_ONCE,
} from '../../../../src/lib/limits/installations.ts';
import { fetchOnce } from '../../../support/browser.ts';
import { ENGINES, type EngineName } from '../../../support/databases/engines.ts';
import { startService } from '../../../support/service/start-service.ts';

const LISTS = { path: '/installation/repositories' };
const HANGING = 40;

/** Two people who have never seen their lists: forty of the one hang, the three of the other do not. */
async function twoPeople(engine: EngineName) {
  const service = await startService({ engine, callLimitMs: 60_000 });
  onTestFinished(() => service.close());
  const { world, control } = service.simulator;
  for (const { id } of world.installations()) world.removeInstallation(id);
  const organizationsOf = (login: string, installations: number) => {
    world.addUser({ login });
    const { installationIds, organizations } = world.enlarge(login, {
      organizations: installations,
      installations,
      prefix: login,
    });
    for (const owner of organizations) world.addRepository({ owner, name: 'one' });
    return installationIds;
  };
  const hanging = organizationsOf('unlucky', HANGING);
  const others = organizationsOf('lucky', 3);
  const status = async (login: string) => {
    const { bearer } = await service.signIn(login);
    return () => fetchOnce(`${service.url}/api/install/status`, { headers: bearer });
  };
  const unlucky = await status('unlucky');
  const lucky = await status('lucky');
  const hold = control.hold({ ...LISTS, installations: hanging });
  return { service, control, hold, hanging, others, unlucky, lucky };
}

const repositoriesIn = ({ json }: { readonly json: unknown }) =>
  (json as { readonly summary: { readonly totalRepositories: number } }).summary.totalRepositories;

describe.each(ENGINES.map(({ name }) => name))('forty repository lists that hang, on %s', (engine) => {
  test('because one person looks at them, keep nobody else from theirs [Y-22]', async () => {
    const { control, hold, hanging, unlucky, lucky } = await twoPeople(engine);
    const waiting = unlucky();
    await hold.arrived(REPOSITORY_LISTS_AT_ONCE);

    expect(repositoriesIn(await lucky())).toBe(3);

    expect(hold.count()).toBe(REPOSITORY_LISTS_AT_ONCE);
    hold.release();
    await waiting;
    await expect.poll(async () => repositoriesIn(await unlucky())).toBe(HANGING);
    expect(control.maxInFlight({ ...LISTS, installations: hanging })).toBe(REPOSITORY_LISTS_AT_ONCE);
  });

  test('after events, keep no status waiting, nor the list of another installation after its event [Y-22]', async () => {
    const { service, control, hold, hanging, others, lucky } = await twoPeople(engine);
    const [first = 0] = others;
    const events = hanging
      .slice(0, CHANGED_LISTS_AT_ONCE - 1)
      .map((id) => service.simulator.control.platform.setRepositories(id, ['one']));
    await hold.arrived(events.length);
    control.platform.setRepositories(first, ['one']);

    await expect
      .poll(async () => (await service.storage.installations.findCovered([first]))[0]?.repositoriesStale)
      .toBe(false);
    for (const id of hanging.slice(CHANGED_LISTS_AT_ONCE - 1)) control.platform.setRepositories(id, ['one']);
    await hold.arrived(CHANGED_LISTS_AT_ONCE);
    expect(repositoriesIn(await lucky())).toBe(3);
    hold.release();
    await control.settled();
  });

  test('in a round, keep no status waiting [Y-22]', async () => {
    const { service, hold, lucky } = await twoPeople(engine);
    const round = service.upkeep();
    await hold.arrived(REPOSITORY_LISTS_AT_ONCE);
    expect(repositoriesIn(await lucky())).toBe(3);
    hold.release();
    expect(await round).toMatchObject({ ok: true, value: { listsFailed: 0 } });
  });

  test('are waited for once by all who look at them, and then not for half a minute [Y-22]', async () => {
    const { service, control, hold, unlucky } = await twoPeople(engine);
    const first = unlucky();
    await hold.arrived(REPOSITORY_LISTS_AT_ONCE);
    const second = unlucky();
    control.fault({ match: LISTS, kind: 'bad-gateway-html' });
    hold.release();
    for (const answer of await Promise.all([first, second])) expect(repositoriesIn(answer)).toBe(0);
    await expect.poll(() => control.requests(LISTS).filter(({ endedAt }) => endedAt !== null)).toHaveLength(HANGING);

    expect(repositoriesIn(await unlucky())).toBe(0);
    expect(control.count(LISTS)).toBe(HANGING);
    control.clearFaults();
    service.clock.advance(REPOSITORY_LIST_PAUSE_MS);
    await expect.poll(async () => repositoriesIn(await unlucky())).toBe(HANGING);
  });
});
