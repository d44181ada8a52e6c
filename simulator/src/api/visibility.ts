import type { AppRegistration } from '../apps/registration.ts';
import type {
  InstallationRecord,
  MembershipRecord,
  OrganizationRecord,
  RepositoryRecord,
  UserRecord,
} from '../world/records.ts';
import type { World } from '../world/world.ts';

export type Viewer =
  | { readonly kind: 'user'; readonly user: UserRecord }
  | { readonly kind: 'installation'; readonly installation: InstallationRecord };

export interface OrganizationAccess {
  readonly hidden: boolean;
  readonly addressRefused: boolean;
  readonly samlWithheld: boolean;
  readonly membership: MembershipRecord | null;
  readonly appReadsMembers: boolean;
  readonly appWritesMembers: boolean;
  readonly appReadsAdministration: boolean;
  readonly appAdministersRepositories: boolean;
  readonly appReadsPlan: boolean;
  readonly appReadsRoles: boolean;
  /** Of the organization's tokens; null for none. */
  readonly appTokensLevel: string | null;
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

  return {
    person(login: string): UserRecord | null {
      const user = world.user(login);
      return user?.suspension === 'hidden' ? null : user;
    },
    organizationAccess(viewer: Viewer, { id, ipAllowList: addressRefused }: OrganizationRecord): OrganizationAccess {
      const installed = world.activeInstallationOf(id);
      const {
        members: permission,
        administration,
        organization_plan: plan,
        organization_custom_org_roles: roles,
        organization_personal_access_tokens: tokens,
      } = (viewer.kind === 'installation' ? viewer.installation : installed)?.permissions ?? app.permissions;
      const isForeign = viewer.kind === 'installation' && viewer.installation.accountId !== id;
      const appReadsMembers = installed !== null && !isForeign && permission !== undefined;
      const appWritesMembers = appReadsMembers && permission !== 'read';
      const appReadsAdministration = installed !== null && !isForeign && administration !== undefined;
      const appAdministersRepositories = installed !== null && !isForeign && administration === 'write';
      const appReadsPlan = installed !== null && !isForeign && plan !== undefined;
      const appReadsRoles = installed !== null && !isForeign && roles !== undefined;
      const appTokensLevel = installed === null || isForeign ? null : (tokens ?? null);
      if (viewer.kind === 'installation') {
        const unrestricted = { hidden: false, samlWithheld: false, membership: null };
        return {
          ...unrestricted,
          addressRefused,
          appReadsMembers,
          appWritesMembers,
          appReadsAdministration,
          appAdministersRepositories,
          appReadsPlan,
          appReadsRoles,
          appTokensLevel,
        };
      }
      const membership = world.membership(id, viewer.user.id);
      return {
        hidden: isHidden(viewer.user, id),
        addressRefused,
        samlWithheld: membership !== null && isWithheld(viewer.user, id),
        membership: membership?.state === 'active' ? membership : null,
        appReadsMembers,
        appWritesMembers,
        appReadsAdministration,
        appAdministersRepositories,
        appReadsPlan,
        appReadsRoles,
        appTokensLevel,
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
      const installation = world.activeInstallationOf(ownerId);
      const reached = new Set(
        installation ? world.repositoriesOfInstallation(installation.id).map(({ id }) => id) : [],
      );
      const readsAll =
        viewer.kind === 'installation'
          ? viewer.installation.accountId === ownerId
          : viewer.user.id === ownerId ||
            readsAllAsMember(viewer.user, ownerId) ||
            installation?.collaboratorIds.includes(viewer.user.id) === true;
      const reads = (record: RepositoryRecord) =>
        readsAll ||
        (viewer.kind === 'user' && !isKeptOut(viewer.user, ownerId) && readsByOwnAccess(record, viewer.user));
      return all.filter((record) => !record.isPrivate || (reached.has(record.id) && reads(record)));
    },
  };
}
