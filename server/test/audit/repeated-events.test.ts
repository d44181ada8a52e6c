import { describe, expect, test } from 'vitest';
import { ENGINES_OF_RULES } from '../support/databases/engines.ts';
import { sharedService } from '../support/service/shared-service.ts';
import { entriesOf, faultIn } from './entries.ts';

describe.each(ENGINES_OF_RULES.map(({ name }) => name))(
  'events with the same body are in the trail, on %s:',
  (engine) => {
    const service = sharedService({ engine });

    // A service of its own: after many copies of other bodies the list of deliveries is compared half a minute later.
    test('as often as they happened, once the code host lists their deliveries', async () => {
      const { control, world } = service().simulator;
      const [organization, owner, member] = ['repeated', 'repeated-owner', 'repeated-member'];
      world.addOrganization({ login: organization });
      for (const login of [owner, member]) world.addUser({ login });
      world.addMembership({ organization, login: owner, role: 'admin' });
      const { platform } = control;
      platform.install({ account: organization, by: owner });
      await control.settled();
      const steps = [
        () => platform.addMember(organization, member, 'member', owner),
        () => platform.removeMember(organization, member, owner),
      ];
      for (const step of [...steps, ...steps]) {
        step();
        await control.settled();
      }
      const actions = async () => (await entriesOf(service(), organization)).slice(1).map(({ action }) => action);
      await expect.poll(actions).toEqual(['member.added', 'member.removed', 'member.added', 'member.removed']);
      expect(control.deliveries({ state: 'failure' })).toEqual([]);
      expect(await faultIn(service().storage)).toBeNull();
    });
  },
);
