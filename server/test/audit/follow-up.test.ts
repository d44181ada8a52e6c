import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addOrganization, askChange, listOf } from '../features/invitations/listed/listing.ts';
import { massInvite } from '../features/invitations/mass/inviting.ts';
import { ENGINES_OF_RULES } from '../support/databases/engines.ts';
import { sharedService } from '../support/service/shared-service.ts';
import { entriesOf, entryText, faultIn } from './entries.ts';

const EVERY_MS = 60_000;
const KIND = ['audit-follow-up'];

describe.each(ENGINES_OF_RULES.map(({ name }) => name))(
  'what no event tells of invitations is found by background work, on %s:',
  (engine) => {
    const service = sharedService({ engine, upkeepEveryMs: EVERY_MS });
    const world = () => service().simulator.world;
    const control = () => service().simulator.control;
    beforeAll(() => service().clock.stop());
    const followUp = async () => {
      await service().workOn(KIND);
      service().clock.advance(EVERY_MS);
      await service().workOn(KIND);
    };
    beforeEach(() => control().clearFaults());

    /** An organization into which people were invited through orgdesk. */
    async function invitedInto(count: number, hears = true) {
      if (!hears) control().deliverTo(null);
      const { organization, owner, newcomer } = addOrganization(service());
      const people = Array.from({ length: count }, newcomer);
      const { bearer } = await service().signIn(owner);
      await massInvite(service().url, organization, bearer, { userLogins: people });
      await control().settled();
      await followUp();
      control().clearRequests();
      return { organization, owner, people, headers: bearer };
    }
    const found = async (organization: string) =>
      (await entriesOf(service(), organization)).filter(({ way }) => way === 'comparison');

    test('failed, declined and cancelled elsewhere, each once', async () => {
      const { organization, people } = await invitedInto(4);
      const [expired, declined, cancelled, open] = people as [string, string, string, string];
      world().failInvitation(organization, expired);
      world().declineInvitation(organization, declined);
      control().platform.cancelInvitation(organization, cancelled);
      expect(await found(organization)).toEqual([]);
      await followUp();
      await followUp();
      const entries = await found(organization);
      expect(entries.map(entryText).toSorted()).toEqual(
        [
          `invitation.failed ${expired} done`,
          `invitation.gone ${declined} done`,
          `invitation.gone ${cancelled} done`,
        ].toSorted(),
      );
      expect(entries.every(({ actor }) => actor === null)).toBe(true);
      expect(entries.find(({ action }) => action === 'invitation.failed')?.after).toMatchObject({
        reason: expect.any(String),
      });
      expect(JSON.stringify(entries)).not.toContain(open);
      expect(await faultIn(service().storage)).toBeNull();
    });

    test('not what was cancelled here or accepted, and nobody is asked when all is known', async () => {
      const { organization, people, headers } = await invitedInto(2);
      const [cancelled, accepted] = people as [string, string];
      const { invitations } = await listOf(service(), organization, headers);
      const ids = invitations.filter(({ login }) => login === cancelled).map(({ id }) => id);
      await askChange(service(), { organization, action: 'cancel', headers }, { ids });
      control().platform.acceptInvitation(organization, accepted);
      await control().settled();
      control().clearRequests();
      await followUp();
      expect(await found(organization)).toEqual([]);
      expect(control().count({ path: `/orgs/${organization}/invitations` })).toBe(0);
    });

    test('who accepted, when no event of that arrived', async () => {
      const { organization, people } = await invitedInto(1);
      const [accepted] = people as [string];
      world().acceptInvitation(organization, accepted);
      await followUp();
      await followUp();
      expect((await found(organization)).map(entryText)).toEqual([`member.added ${accepted} done`]);
    });

    test('those behind an organization with a used-up limit the next time, and not before the limit ends', async () => {
      const organizations = [await invitedInto(1), await invitedInto(1)];
      for (const { organization, people } of organizations) world().declineInvitation(organization, people[0] ?? '');
      const [limited, other] = organizations.map(({ organization }) => organization) as [string, string];
      const match = { path: `/orgs/${limited}/failed_invitations` };
      control().fault({ match, kind: 'secondary-rate-limit', retryAfter: 5 * (EVERY_MS / 1000) });
      const counts = async () => [(await found(limited)).length, (await found(other)).length];
      await followUp();
      await followUp();
      expect(await counts()).toEqual([0, 0]);
      service().clock.advance(5 * EVERY_MS);
      await followUp();
      expect(await counts()).toEqual([0, 1]);
      control().clearFaults();
      service().clock.advance(5 * EVERY_MS);
      await followUp();
      expect(await counts()).toEqual([1, 1]);
    });

    test('nothing while the code host does not tell', async () => {
      const { organization, people } = await invitedInto(1);
      const [declined] = people as [string];
      world().declineInvitation(organization, declined);
      const match = { path: `/orgs/${organization}/failed_invitations` };
      control().fault({ match, kind: 'bad-gateway-html' });
      await followUp();
      expect(await found(organization)).toEqual([]);
      control().clearFaults();
      await followUp();
      expect((await found(organization)).map(entryText)).toEqual([`invitation.gone ${declined} done`]);
    });
  },
);
