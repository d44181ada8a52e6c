import type { MassInviteAnswer } from '@orgdesk/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { sharedService } from '../../../support/service/shared-service.ts';
import { addPeople, invitationsOf, massInvite } from './inviting.ts';

const DAY_MS = 86_400_000;

describe('an invitation that is open already', () => {
  const service = sharedService();
  const control = () => service().simulator.control;
  const world = () => service().simulator.world;
  beforeEach(() => {
    control().clearFaults();
    world().updateOrganization('acme', { repeatsOpenInvitations: true });
  });

  const invite = async (userLogins: readonly string[]) => {
    const { bearer } = await service().signIn('ada');
    const answer = await massInvite(service().url, 'acme', bearer, { userLogins }, '?reasons=true');
    return answer.json as MassInviteAnswer;
  };
  const invitedAgo = (ms: number): { readonly login: string; readonly createdAt: string } => {
    const createdAt = new Date(service().clock.now().getTime() - ms).toISOString();
    const [login = ''] = addPeople(service(), `open-for-${ms}`, 1);
    world().invite({ organization: 'acme', login, createdAt });
    return { login, createdAt };
  };

  test('is no success when the code host answers it as if it were new [MI-20]', async () => {
    const { login, createdAt } = invitedAgo(2 * DAY_MS);
    const error = `Invitee has an open invitation since ${createdAt.slice(0, 10)}`;
    expect(await invite([login])).toEqual({ success: [], failed: [{ login, error, reason: 'already-there' }] });
  });

  test('is one while it is younger than a minute: it may have come from a request just before', async () => {
    const { login } = invitedAgo(30_000);
    expect(await invite([login])).toEqual({ success: [login], failed: [] });
  });

  test('is known by the clock of the code host, however wrong that of the service is', async () => {
    const { login } = invitedAgo(3 * DAY_MS);
    const createdAt = new Date(service().clock.now().getTime() - 400 * DAY_MS);
    const headers = { date: new Date(createdAt.getTime() + 5_000).toUTCString() };
    const body = { id: 1, created_at: createdAt.toISOString() };
    control().fault({ kind: 'reply', status: 201, headers, body, match: invitationsOf('acme') });
    expect(await invite([login])).toEqual({ success: [login], failed: [] });
  });

  test.each([[undefined], [null], [7], ['yesterday']])('is not assumed of a time of %j', async (created_at) => {
    const [login = ''] = addPeople(service(), `time-${String(created_at)}`, 1);
    control().fault({ kind: 'reply', status: 201, body: { id: 1, created_at }, match: invitationsOf('acme') });
    expect(await invite([login])).toEqual({ success: [login], failed: [] });
  });
});
