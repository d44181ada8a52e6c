import { describe, expect, test } from 'vitest';
import { entriesOf, entryText } from '../../audit/entries.ts';
import { addOrganization } from '../../features/invitations/listed/listing.ts';
import { massInvite } from '../../features/invitations/mass/inviting.ts';
import { ENGINES_OF_RULES } from '../../support/databases/engines.ts';
import { stoppedService } from '../../support/service/stopped-service.ts';
import { takeOver } from './takeover.ts';

const REFUSED = [403, { error: 'Only organization admins can send invitations.' }];

describe.each(ENGINES_OF_RULES.map(({ name }) => name))(
  'a mass invite after the sign-in of its sender, on %s',
  (engine) => {
    const { service, world, control, signIn } = stoppedService({ engine });
    const setUp = async () => {
      const made = addOrganization(service());
      const headers = await signIn(made.owner);
      const invite = async (userLogins: readonly string[]) => {
        const { status, json } = await massInvite(service().url, made.organization, headers, { userLogins });
        return [status, json];
      };
      return { ...made, invite, id: world().needOrganization(made.organization).id };
    };
    const trailOf = async (organization: string) =>
      (await entriesOf(service(), organization)).filter(({ way }) => way !== 'webhook').map(entryText);
    const countedFor = async (organizationId: number) =>
      (await service().storage.jobs.sentSince(organizationId, new Date(0))).count;

    test('is in the trail, and in the quota, of the organization that has the login by now', async () => {
      const { organization, owner, newcomer, invite } = await setUp();
      const { formerId, renamed, id } = takeOver(service().simulator, organization);
      const login = newcomer();
      expect(await invite([login, 'nobody-there'])).toMatchObject([200, { success: [login] }]);
      expect(await trailOf(organization)).toEqual([
        `invitation.sent ${login} done`,
        'invitation.sent nobody-there refused',
      ]);
      expect(await trailOf(renamed)).toEqual([]);
      await expect.poll(() => countedFor(id)).toBe(1);
      expect(await countedFor(formerId)).toBe(0);
      // Without a call more for each person: a look-up and an invitation.
      expect(
        control()
          .requests({ login: owner })
          .map(({ path }) => path),
      ).toHaveLength(3);
    });

    test('is refused to who left, writes nothing and uses up nothing', async () => {
      const { organization, owner, newcomer, invite, id } = await setUp();
      world().addMembership({ organization, login: 'grace', role: 'admin' });
      world().removeMembership(organization, owner);
      const texts = Array.from({ length: 49 }, (_, index) => `${'a text of my own '.repeat(20)}${index}`);
      for (let round = 0; round < 3; round += 1) expect(await invite([...texts, newcomer()])).toEqual(REFUSED);
      expect(await trailOf(organization)).toEqual([]);
      expect(await countedFor(id)).toBe(0);
      expect(world().openInvitations(organization)).toEqual([]);
    });

    test('is refused where nobody has the login any more, or one that the sender does not belong to', async () => {
      const { organization, owner, newcomer, invite } = await setUp();
      world().renameOrganization(organization, `${organization}-renamed`);
      const renamed = [403, { error: `${organization} is now ${organization}-renamed. Please sign in again.` }];
      expect(await invite([newcomer()])).toEqual(renamed);
      world().addOrganization({ login: organization });
      world().addMembership({ organization, login: 'grace', role: 'admin' });
      expect(await invite([newcomer()])).toEqual(renamed);
      for (const one of [organization, `${organization}-renamed`]) {
        expect(await trailOf(one)).toEqual([]);
        expect(world().openInvitations(one)).toEqual([]);
      }
      expect(world().membership(world().needOrganization(organization).id, world().needUser(owner).id)).toBeNull();
    });
  },
);
