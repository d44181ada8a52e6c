import type { AppRegistration } from '../../apps/registration.ts';
import type { InstallationRecord, UserRecord } from '../../world/records.ts';
import type { World } from '../../world/world.ts';

/** Only owners install; members may request it. */
export type Standing = 'owner' | 'member' | 'stranger';

export interface InstallTarget {
  readonly id: number;
  readonly login: string;
  readonly isOrganization: boolean;
  readonly standing: Standing;
  readonly installation: InstallationRecord | null;
  readonly hasAsked: boolean;
}

/**
 * Null for an invisible account or another account's private App. GitHub docs: Making a GitHub App public or private.
 */
export function installTarget(
  world: World,
  user: UserRecord,
  accountId: number,
  app: Pick<AppRegistration, 'isPublic' | 'owner'>,
): InstallTarget | null {
  const organization = world.organizationById(accountId);
  const account = organization ?? world.userById(accountId);
  const standing = standingOf(world, user, accountId);
  if (!account || standing === 'stranger') return null;
  if (!app.isPublic && account.login !== app.owner.login) return null;
  return {
    id: account.id,
    login: account.login,
    isOrganization: organization !== null,
    standing,
    installation: world.installationOf(accountId),
    hasAsked: world.installationRequestsFor(accountId).some(({ requesterId }) => requesterId === user.id),
  };
}

/** The personal account, then organizations in joining order. */
export function installTargets(
  world: World,
  user: UserRecord,
  app: Pick<AppRegistration, 'isPublic' | 'owner'>,
): readonly InstallTarget[] {
  const accountIds = [user.id, ...world.membershipsOfUser(user.id).map(({ organizationId }) => organizationId)];
  return accountIds.map((id) => installTarget(world, user, id, app)).filter((target) => target !== null);
}

export function settingsPath({ login, isOrganization }: Pick<InstallTarget, 'login' | 'isOrganization'>, id?: number) {
  const account = isOrganization ? `/organizations/${encodeURIComponent(login)}` : '';
  return `${account}/settings/installations${id === undefined ? '' : `/${id}`}`;
}

function standingOf(world: World, user: UserRecord, accountId: number): Standing {
  if (user.id === accountId) return 'owner';
  const membership = world.membership(accountId, user.id);
  if (membership?.state !== 'active' || membership.role === 'billing_manager') return 'stranger';
  return membership.role === 'admin' ? 'owner' : 'member';
}
