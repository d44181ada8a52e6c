import type { AppRegistration } from '../apps/registration.ts';
import type {
  InstallationRecord,
  MembershipRecord,
  OrganizationRecord,
  Permissions,
  RepositoryRecord,
  UserRecord,
} from '../world/records.ts';
import type { World } from '../world/world.ts';

export type Viewer = { readonly kind: 'user'; readonly user: UserRecord } | InstallationViewer;

export interface InstallationViewer {
  readonly kind: 'installation';
  /** With the permissions of the token. */
  readonly installation: InstallationRecord;
  /** Those that the token names; null for all of the installation. */
  readonly repositoryIds: readonly number[] | null;
}

export interface OrganizationAccess {
  readonly hidden: boolean;
  readonly addressRefused: boolean;
  readonly samlWithheld: boolean;
  readonly membership: MembershipRecord | null;
  /** Of the App there; none where it is not installed or suspended. */
  readonly permissions: Permissions;
}

/** Combines the App's and the user's rights. GitHub docs: Generating a user access token; About SAML for Apps. */
export type Visibility = ReturnType<typeof createVisibility>;
export function createVisibility(world: World, app: AppRegistration) {
  const isHidden = (user: UserRecord, organizationId: number) => user.hiddenOrganizationIds.includes(organizationId);
  const isWithheld = (user: UserRecord, organizationId: number) =>
    world.organizationById(organizationId)?.samlEnforced === true && !user.samlOrganizationIds.includes(organizationId);
  const isShown = (user: UserRecord, organizationId: number) =>
    !isHidden(user, organizationId) && !isWithheld(user, organizationId);

  const isOutside = ({ id }: UserRecord, accountId: number, owners = world.ownersReached(id)) =>
    owners.has(accountId) && world.membership(accountId, id)?.state !== 'active';
  const isKeptOut = (user: UserRecord, ownerId: number) =>
    world.membership(ownerId, user.id) !== null && !isShown(user, ownerId);
  const readsByOwnAccess = (record: RepositoryRecord, { id }: UserRecord) => world.permissionIn(record, id) !== null;
  function readsAllAsMember(user: UserRecord, organizationId: number): boolean {
    const membership = world.membership(organizationId, user.id);
    if (membership?.state !== 'active' || !isShown(user, organizationId)) return false;
    return membership.role === 'admin' || world.organizationById(organizationId)?.basePermission !== 'NONE';
  }

  /** Repositories of the active installation, for a token only those that it names. */
  function reachedIds(viewer: Viewer, ownerId: number): ReadonlySet<number> {
    const installation = world.activeInstallationOf(ownerId);
    const isForeign = viewer.kind === 'installation' && viewer.installation.id !== installation?.id;
    if (installation === null || isForeign) return new Set();
    const ids = world.repositoriesOfInstallation(installation.id).map(({ id }) => id);
    const named = viewer.kind === 'installation' ? viewer.repositoryIds : null;
    return new Set(named === null ? ids : ids.filter((id) => named.includes(id)));
  }

  return {
    reachedIds,
    person(login: string): UserRecord | null {
      const user = world.user(login);
      return user?.suspension === 'hidden' ? null : user;
    },
    organizationAccess(viewer: Viewer, { id, ipAllowList: addressRefused }: OrganizationRecord): OrganizationAccess {
      if (viewer.kind === 'installation') {
        const { accountId, permissions } = viewer.installation;
        const isActive = accountId === id && world.activeInstallationOf(id) !== null;
        const unrestricted = { hidden: false, samlWithheld: false, membership: null };
        return { ...unrestricted, addressRefused, permissions: isActive ? (permissions ?? app.permissions) : {} };
      }
      const installed = world.activeInstallationOf(id);
      const membership = world.membership(id, viewer.user.id);
      return {
        hidden: isHidden(viewer.user, id),
        addressRefused,
        samlWithheld: membership !== null && isWithheld(viewer.user, id),
        membership: membership?.state === 'active' ? membership : null,
        permissions: installed === null ? {} : (installed.permissions ?? app.permissions),
      };
    },
    memberships: (user: UserRecord): readonly MembershipRecord[] =>
      world.membershipsOfUser(user.id).filter(({ organizationId }) => isShown(user, organizationId)),
    withheldOrganizationIds: (user: UserRecord): readonly number[] =>
      world
        .membershipsOfUser(user.id)
        .filter(({ organizationId }) => isWithheld(user, organizationId) && !isHidden(user, organizationId))
        .map(({ organizationId }) => organizationId),
    installations(user: UserRecord): readonly InstallationRecord[] {
      const own = world
        .membershipsOfUser(user.id)
        .filter(({ state, role }) => state === 'active' && role !== 'billing_manager')
        .filter(({ organizationId }) => isShown(user, organizationId));
      const accountIds = new Set([user.id, ...own.map(({ organizationId }) => organizationId)]);
      const outside = world.ownersReached(user.id);
      return world
        .installations()
        .filter(
          ({ accountId, collaboratorIds }) =>
            accountIds.has(accountId) || collaboratorIds.includes(user.id) || isOutside(user, accountId, outside),
        );
    },
    repositories(viewer: Viewer, ownerId: number): readonly RepositoryRecord[] {
      const all = world.repositoriesOf(ownerId);
      const reached = reachedIds(viewer, ownerId);
      const readsAll =
        viewer.kind === 'installation' ||
        viewer.user.id === ownerId ||
        readsAllAsMember(viewer.user, ownerId) ||
        world.activeInstallationOf(ownerId)?.collaboratorIds.includes(viewer.user.id) === true;
      const reads = (record: RepositoryRecord) =>
        readsAll ||
        (viewer.kind === 'user' && !isKeptOut(viewer.user, ownerId) && readsByOwnAccess(record, viewer.user));
      return all.filter((record) => !record.isPrivate || (reached.has(record.id) && reads(record)));
    },
  };
}
