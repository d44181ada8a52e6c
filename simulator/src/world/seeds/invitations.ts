import { isoSeconds } from '../store.ts';
import type { World } from '../world.ts';

const DAY_MS = 86_400_000;

/** High IDs keep other IDs stable. */
export function seedInvitations(world: World, now: () => number): void {
  const ago = (days: number) => isoSeconds(now() - days * DAY_MS);
  world.addUser({
    login: 'hedy',
    id: 90_001,
    name: 'Hedy Lamarr',
    signInNote: 'Owner of closed-circle, which sends no invitations, and of brimful, whose quota is nearly used up',
  });
  world.addUser({ login: 'mallory', id: 90_002, name: 'Mallory', suspension: 'shown' });
  world.addUser({ login: 'trudy', id: 90_003, name: 'Trudy', suspension: 'hidden' });

  world.invite({ organization: 'lumen-labs', login: 'dorothy', by: 'ada', createdAt: ago(2) });
  world.invite({ organization: 'acme', email: 'newcomer@mail.example', role: 'admin', by: 'ada', createdAt: ago(1) });

  world.addOrganization({ login: 'closed-circle', id: 90_004, name: 'Closed Circle', invitationsDisabled: true });
  world.addMembership({ organization: 'closed-circle', login: 'hedy', role: 'admin' });
  world.addRepository({ owner: 'closed-circle', name: 'minutes', id: 90_006, isPrivate: true });
  world.addInstallation({ account: 'closed-circle', id: 90_008 });

  world.addOrganization({ login: 'brimful', id: 90_005, name: 'Brimful', invitationLimit: 50 });
  world.addMembership({ organization: 'brimful', login: 'hedy', role: 'admin' });
  world.addMembership({ organization: 'brimful', login: 'amara-abel' });
  world.addTeam({ organization: 'brimful', name: 'Greeters', members: [{ login: 'hedy', role: 'MAINTAINER' }] });
  world.addRepository({ owner: 'brimful', name: 'welcome', id: 90_007, isPrivate: false });
  world.addInstallation({ account: 'brimful', id: 90_009 });
  world.invite({ organization: 'brimful', login: 'radia', by: 'hedy', teams: ['greeters'], createdAt: ago(3) });
  world.invite({ organization: 'brimful', login: 'edsger', by: 'hedy', createdAt: ago(9) });
  world.expireInvitations();
  world.invitationQuota('brimful', { used: 47 });
}
