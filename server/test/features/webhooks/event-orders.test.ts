import { describe, expect, test } from 'vitest';
import { ENGINES_OF_RULES } from '../../support/databases/engines.ts';
import { pieceOf } from '../../support/series.ts';
import { cachedFacts, trueFacts } from '../../support/service/cache.ts';
import { sharedService } from '../../support/service/shared-service.ts';

/** All orders of a list. */
function permutations<T>(items: readonly T[]): T[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, index) =>
    permutations([...items.slice(0, index), ...items.slice(index + 1)]).map((rest) => [item, ...rest]),
  );
}

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('five events of one installation on %s', (engine) => {
  const service = sharedService({ engine });

  test.each([
    ['that ends installed', false],
    ['that ends removed', true],
  ] as const)(
    'of a history %s: orders of its events, each twice, on two instances at once, end in the truth [V-11 Y-1]',
    async (_history, ends) => {
      const { simulator, storage } = service();
      const { control, world } = simulator;
      const other = await service().addInstance();
      const urls = [service().url, other.url].map((url) => `${url}/api/install/webhook`);
      const orders = permutations([0, 1, 2, 3, 4]);
      expect(orders).toHaveLength(120);

      for (const [index, order] of pieceOf([...orders.entries()], 12, 6)) {
        const login = `orders-${engine.toLowerCase()}-${ends ? 'gone' : 'kept'}-${index}`;
        world.addUser({ login: `${login}-owner` });
        world.addOrganization({ login });
        world.addMembership({ organization: login, login: `${login}-owner`, role: 'admin' });
        for (const name of ['one', 'two']) world.addRepository({ owner: login, name });

        control.holdDeliveries();
        const { id } = control.platform.install({ account: login, repositories: ['one'] });
        control.platform.suspend(id);
        control.platform.unsuspend(id);
        control.platform.addRepositories(id, ['two']);
        if (ends) control.platform.uninstall(id);
        else control.platform.removeRepositories(id, ['one']);

        const held = control.deliveries({ installationId: id, state: 'held' });
        expect(held).toHaveLength(5);
        const ids = order.map((position) => held[position]?.id ?? 0);
        await control.deliverHeld(ids, { urls, times: 2, atOnce: index % 2 === 0 });
        await control.settled();
        const cached = await cachedFacts(storage, id);
        expect(cached, `order ${order.join('')}`).toEqual(trueFacts(simulator, id));
      }
      await control.releaseDeliveries();
      await other.close();
    },
  );
});
