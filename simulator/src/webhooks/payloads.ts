import type { AppRegistration } from '../apps/registration.ts';
import { nodeIdOf } from '../views/accounts.ts';
import type { Views } from '../views/views.ts';
import type { Links } from '../world/links.ts';
import type {
  Grant,
  InstallationRecord,
  InvitationRecord,
  MembershipRecord,
  OrganizationRecord,
  RepositoryRecord,
  TeamRecord,
  UserRecord,
} from '../world/records.ts';
import { need } from '../world/store.ts';
import type { World } from '../world/world.ts';
import { type Hook, hookIdOf, hookView } from './hook.ts';

export interface WebhookEvent {
  readonly event: string;
  readonly action: string | null;
  readonly installationId: number | null;
  readonly repositoryId: number | null;
  readonly payload: object;
}

export interface EventBasis {
  readonly installation: InstallationRecord;
  readonly senderId: number;
}

export interface CollaboratorChange {
  readonly from: Grant | null;
  readonly to: Grant | null;
}

/** The older field has fewer levels. */
const OLDER_LEVEL = { READ: 'read', TRIAGE: 'read', WRITE: 'write', MAINTAIN: 'write', ADMIN: 'admin' } as const;

function collaboratorChanges({ from, to }: CollaboratorChange): object {
  if (to === null) return {};
  const roleOf = ({ permission, role }: Grant) => role ?? permission.toLowerCase();
  const [before, after] = [from && roleOf(from), roleOf(to)];
  if (before === null) {
    return { changes: { permission: { to: OLDER_LEVEL[to.permission] }, role_name: { to: after } } };
  }
  return { changes: { old_permission: { from: before }, permission: { from: before, to: after } } };
}

const OF_NO_INSTALLATION = { installationId: null, repositoryId: null } as const;

/** GitHub docs: Webhook events and payloads. */
export type WebhookPayloads = ReturnType<typeof createWebhookPayloads>;
export function createWebhookPayloads(world: World, app: AppRegistration, views: Views, links: Links) {
  const sender = ({ senderId }: EventBasis) => need(views.actor(senderId), `account ${senderId}`);
  const organizationOf = (id: number) => views.organization(need(world.organizationById(id), `organization ${id}`));
  /** Events of personal accounts have no `organization` field. */
  const ofOrganization = ({ accountId, accountType }: InstallationRecord) =>
    accountType === 'Organization' ? { organization: organizationOf(accountId) } : {};
  const liteOf = ({ installation: { id } }: EventBasis) => ({
    id,
    node_id: Buffer.from(`023:IntegrationInstallation${id}`).toString('base64'),
  });
  const listed = (repositories: readonly RepositoryRecord[], { installation }: EventBasis) => {
    const { login } = views.account(installation.accountId);
    return repositories.map(({ id, name, isPrivate }) => ({
      id,
      node_id: nodeIdOf('R', id),
      name,
      full_name: `${login}/${name}`,
      private: isPrivate,
    }));
  };
  /** Most payloads use Unix seconds. */
  const withNumbers = ({ installation }: EventBasis) => ({
    ...views.installation(installation),
    created_at: Date.parse(installation.createdAt) / 1000,
    updated_at: Date.parse(installation.updatedAt) / 1000,
  });
  const parentOf = ({ parentId }: TeamRecord) => {
    const parent = parentId === null ? null : world.teamById(parentId);
    const ownership = parent && { type: 'organization', organization_id: parent.organizationId };
    return parent && { ...views.teamLite(parent), notification_setting: 'notifications_enabled', ...ownership };
  };
  const invited = (invitation: InvitationRecord) => {
    const invitee = invitation.inviteeId === null ? null : world.userById(invitation.inviteeId);
    return { invitation: views.invitation(invitation), ...(invitee ? { user: views.user(invitee) } : {}) };
  };
  const event = (
    name: string,
    action: string,
    basis: EventBasis,
    fields: object,
    repositoryId: number | null = null,
  ): WebhookEvent => ({
    event: name,
    action,
    installationId: basis.installation.id,
    repositoryId,
    payload: { action, ...fields, sender: sender(basis) },
  });

  return {
    /** As on the platform, `suspend` and `unsuspend` have no `repositories`. */
    installation(
      action: 'created' | 'deleted' | 'new_permissions_accepted' | 'suspend' | 'unsuspend',
      basis: EventBasis & { readonly requesterId?: number | null },
    ) {
      if (action === 'suspend' || action === 'unsuspend') {
        return event('installation', action, basis, { installation: views.installation(basis.installation) });
      }
      return event('installation', action, basis, {
        installation: withNumbers(basis),
        repositories: listed(world.repositoriesOfInstallation(basis.installation.id), basis),
        requester: typeof basis.requesterId === 'number' ? views.actor(basis.requesterId) : null,
      });
    },
    repositories: (action: 'added' | 'removed', basis: EventBasis, changed: readonly RepositoryRecord[]) =>
      event('installation_repositories', action, basis, {
        installation: withNumbers(basis),
        repository_selection: basis.installation.repositorySelection,
        repositories_added: action === 'added' ? listed(changed, basis) : [],
        repositories_removed: action === 'removed' ? listed(changed, basis) : [],
        requester: null,
      }),
    targetRenamed(basis: EventBasis, from: string) {
      const { accountId, accountType } = basis.installation;
      return event('installation_target', 'renamed', basis, {
        account: views.account(accountId),
        changes: { login: { from } },
        target_type: accountType,
        installation: liteOf(basis),
        ...ofOrganization(basis.installation),
      });
    },
    organization: (
      action: 'renamed' | 'deleted' | 'member_added' | 'member_removed' | 'member_invited',
      basis: EventBasis,
      organization: OrganizationRecord,
      fields: object = {},
    ) =>
      event('organization', action, basis, {
        ...fields,
        organization: views.organization(organization),
        installation: liteOf(basis),
      }),
    membership: (membership: MembershipRecord) => ({ membership: views.membershipLite(membership) }),
    invited,
    membershipOfTeam: (action: 'added' | 'removed', basis: EventBasis, team: TeamRecord, member: UserRecord) =>
      event('membership', action, basis, {
        scope: 'team',
        member: views.user(member),
        team: views.teamLite(team),
        organization: organizationOf(team.organizationId),
        installation: liteOf(basis),
      }),
    team: (
      action: 'created' | 'edited' | 'deleted' | 'added_to_repository' | 'removed_from_repository',
      basis: EventBasis,
      team: TeamRecord,
      repository: RepositoryRecord | null = null,
      fields: object = {},
    ) =>
      event(
        'team',
        action,
        basis,
        {
          ...fields,
          team: { ...views.teamLite(team), parent: parentOf(team) },
          ...(repository ? { repository: views.wholeRepository(repository) } : {}),
          organization: organizationOf(team.organizationId),
          installation: liteOf(basis),
        },
        repository?.id ?? null,
      ),
    repository: (
      action: 'created' | 'renamed' | 'edited' | 'archived' | 'unarchived' | 'privatized' | 'publicized' | 'deleted',
      basis: EventBasis,
      repository: RepositoryRecord,
      fields: object = {},
    ) =>
      event(
        'repository',
        action,
        basis,
        {
          ...fields,
          repository: views.wholeRepository(repository),
          ...ofOrganization(basis.installation),
          installation: liteOf(basis),
        },
        repository.id,
      ),
    collaborator(
      action: 'added' | 'edited' | 'removed',
      basis: EventBasis,
      repository: RepositoryRecord,
      member: UserRecord,
      change: CollaboratorChange,
    ) {
      const fields = {
        member: views.user(member),
        ...collaboratorChanges(change),
        repository: views.wholeRepository(repository),
        ...ofOrganization(basis.installation),
        installation: liteOf(basis),
      };
      return event('member', action, basis, fields, repository.id);
    },
    revoked: (user: UserRecord): WebhookEvent => ({
      ...OF_NO_INSTALLATION,
      event: 'github_app_authorization',
      action: 'revoked',
      payload: { action: 'revoked', sender: views.user(user) },
    }),
    withoutInstallation(accountId: number, name: string, action: string): WebhookEvent {
      const isOrganization = world.organizationById(accountId) !== null;
      const account = views.account(accountId);
      const about = isOrganization ? { organization: organizationOf(accountId) } : {};
      const payload = { action, installation: null, account, ...about, sender: account };
      return { ...OF_NO_INSTALLATION, event: name, action, payload };
    },
    ping: (hook: Hook): WebhookEvent => ({
      ...OF_NO_INSTALLATION,
      event: 'ping',
      action: null,
      payload: { zen: 'Practicality beats purity.', hook_id: hookIdOf(app), hook: hookView(hook, app, links) },
    }),
  };
}
