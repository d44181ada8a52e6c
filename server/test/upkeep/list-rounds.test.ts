import { describe, expect, onTestFinished, test } from 'vitest';
import { fetchOnce } from '../support/browser.ts';
import { ENGINES, type EngineName } from '../support/engines.ts';
import { startService } from '../support/start-service.ts';

const LISTS = { path: '/installation/repositories' };
const INSTALLED = 12;

/** A service on whose code host the App is on twelve accounts of one person and nowhere else, none cached yet. */
async function serviceWithLists(engine: EngineName) {
  const service = await startService({ engine });
  onTestFinished(() => service.close());
  const { world, control } = service.simulator;
  for (const { id } of world.installations()) world.removeInstallation(id);
  world.addUser({ login: 'owner' });
  const { installationIds } = world.enlarge('owner', { organizations: INSTALLED, installations: INSTALLED });
  return { service, control, installationIds };
}

describe.each(ENGINES.map(({ name }) => name))('repository lists on %s', (engine) => {
  test('that the status and a round ask for at once are asked for together, four at a time', async () => {
    const { service, control } = await serviceWithLists(engine);
    const { bearer } = await service.signIn('owner');
    const gate = control.hold(LISTS);
    const status = fetchOnce(`${service.url}/api/install/status`, { headers: bearer });
    await gate.arrived(4);
    const listed = Promise.withResolvers<void>();
    const round = service.upkeep((done, total) => {
      if (done === 0 && total === INSTALLED) listed.resolve();
    });
    await listed.promise;
    gate.release();

    expect([(await status).status, (await round).ok]).toEqual([200, true]);
    expect(control.maxInFlight(LISTS)).toBe(4);
    // The four that were under way when the round asked are looked at again.
    expect(control.count(LISTS)).toBe(INSTALLED + 4);
  });
});
