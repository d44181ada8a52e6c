import type { AppRegistration } from '../apps/registration.ts';
import type { Links } from '../links.ts';
import { nodeIdOf } from '../views/accounts.ts';
import { invitationShape } from '../views/invitations.ts';
import { repositoryDetails } from '../views/repository-details.ts';
import type { RestViews } from '../views/views.ts';
import { hookShape, teamShape } from '../views/webhooks.ts';
import type {
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
import { type Hook, hookIdOf } from './hook.ts';

/** Something that happened, as it is told to the App. */
export interface WebhookEvent {
  readonly event: string;
  readonly action: string | null;
  readonly installationId: number | null;
  readonly repositoryId: number | null;
  readonly payload: object;
}

/** What events are made of. `senderId` is the account that acted. */
export interface EventBasis {
  readonly installation: InstallationRecord;
  readonly senderId: number;
}

/** The events of one App, made from the world as it is at the time of the call. GitHub docs: Webhook events and payloads. */
export interface WebhookPayloads {
  /** `repositories` is left out of `suspend` and `unsuspend`, as on the platform. */
  installation(
    action: 'created' | 'deleted' | 'new_permissions_accepted' | 'suspend' | 'unsuspend',
    basis: EventBasis & { readonly requesterId?: number | null },
  ): WebhookEvent;
  repositories(action: 'added' | 'removed', basis: EventBasis, changed: readonly RepositoryRecord[]): WebhookEvent;
  targetRenamed(basis: EventBasis, from: string): WebhookEvent;
  organization(
    action: 'renamed' | 'deleted' | 'member_added' | 'member_removed' | 'member_invited',
    basis: EventBasis,
    details: {
      readonly organization: OrganizationRecord;
      readonly from?: string;
      readonly membership?: MembershipRecord;
      readonly invitation?: InvitationRecord;
    },
  ): WebhookEvent;
  team(action: 'added' | 'removed', basis: EventBasis, team: TeamRecord, member: UserRecord): WebhookEvent;
  collaborator(
    action: 'added' | 'removed',
    basis: EventBasis,
    repository: RepositoryRecord,
    member: UserRecord,
  ): WebhookEvent;
  revoked(user: UserRecord): WebhookEvent;
  ping(hook: Hook): WebhookEvent;
}

/** The payloads over one world. */
export function createWebhookPayloads(
  world: World,
  app: AppRegistration,
  views: RestViews,
  links: Links,
): WebhookPayloads {
  const sender = ({ senderId }: EventBasis) => need(views.actor(senderId), `account ${senderId}`);
  const organizationOf = (id: number) => {
    const record = need(world.organizationById(id), `organization ${id}`);
    return views.organization(record);
  };
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
  /** Times are Unix seconds in most payloads of the platform. */
  const withNumbers = ({ installation }: EventBasis) => ({
    ...views.installation(installation),
    created_at: Date.parse(installation.createdAt) / 1000,
    updated_at: Date.parse(installation.updatedAt) / 1000,
  });
  /** Without `user` when an e-mail address is invited. */
  const invited = (invitation: InvitationRecord) => {
    const invitee = invitation.inviteeId === null ? null : world.userById(invitation.inviteeId);
    return {
      invitation: invitationShape(invitation, { world, views, links }),
      ...(invitee ? { user: views.user(invitee) } : {}),
    };
  };
  const event = (name: string, action: string, basis: EventBasis, fields: object): WebhookEvent => ({
    event: name,
    action,
    installationId: basis.installation.id,
    repositoryId: null,
    payload: { action, ...fields, sender: sender(basis) },
  });

  return {
    installation(action, basis) {
      if (action === 'suspend' || action === 'unsuspend') {
        return event('installation', action, basis, { installation: views.installation(basis.installation) });
      }
      return event('installation', action, basis, {
        installation: withNumbers(basis),
        repositories: listed(world.repositoriesOfInstallation(basis.installation.id), basis),
        requester: typeof basis.requesterId === 'number' ? views.actor(basis.requesterId) : null,
      });
    },
    repositories: (action, basis, changed) =>
      event('installation_repositories', action, basis, {
        installation: withNumbers(basis),
        repository_selection: basis.installation.repositorySelection,
        repositories_added: action === 'added' ? listed(changed, basis) : [],
        repositories_removed: action === 'removed' ? listed(changed, basis) : [],
        requester: null,
      }),
    targetRenamed(basis, from) {
      const { accountId, accountType } = basis.installation;
      return event('installation_target', 'renamed', basis, {
        account: views.account(accountId),
        changes: { login: { from } },
        target_type: accountType,
        installation: liteOf(basis),
        ...(accountType === 'Organization' ? { organization: organizationOf(accountId) } : {}),
      });
    },
    organization(action, basis, { organization, from, membership, invitation }) {
      return event('organization', action, basis, {
        ...(from === undefined ? {} : { changes: { login: { from } } }),
        ...(membership === undefined ? {} : { membership: views.membershipLite(membership) }),
        ...(invitation === undefined ? {} : invited(invitation)),
        organization: views.organization(organization),
        installation: liteOf(basis),
      });
    },
    team: (action, basis, team, member) =>
      event('membership', action, basis, {
        scope: 'team',
        member: views.user(member),
        team: teamShape(team, links, views.account(team.organizationId).login),
        organization: organizationOf(team.organizationId),
        installation: liteOf(basis),
      }),
    collaborator(action, basis, repository, member) {
      const { accountId, accountType } = basis.installation;
      const fullName = `${views.account(accountId).login}/${repository.name}`;
      const made = event('member', action, basis, {
        member: views.user(member),
        ...(action === 'added' ? { changes: { permission: { to: 'write' } } } : {}),
        repository: { ...views.repository(repository), ...repositoryDetails(repository, fullName, links) },
        ...(accountType === 'Organization' ? { organization: organizationOf(accountId) } : {}),
        installation: liteOf(basis),
      });
      return { ...made, repositoryId: repository.id };
    },
    revoked: (user) => ({
      event: 'github_app_authorization',
      action: 'revoked',
      installationId: null,
      repositoryId: null,
      payload: { action: 'revoked', sender: views.user(user) },
    }),
    ping: (hook) => ({
      event: 'ping',
      action: null,
      installationId: null,
      repositoryId: null,
      payload: { zen: 'Practicality beats purity.', hook_id: hookIdOf(app), hook: hookShape(hook, app, links) },
    }),
  };
}
