import type { AppRegistration } from './app-registration.ts';
import type { Links } from './links.ts';
import type { World } from './world.ts';
import { found } from './world-accounts.ts';
import { isoSeconds } from './world-installations.ts';
import type {
  InstallationRecord,
  MembershipRecord,
  OrganizationRecord,
  RepositoryRecord,
  UserRecord,
} from './world-records.ts';

/** Records in the JSON shapes of the REST API. */
export interface RestViews {
  user(user: UserRecord): object;
  fullUser(user: UserRecord): object;
  organization(organization: OrganizationRecord): object;
  fullOrganization(organization: OrganizationRecord): object;
  membership(membership: MembershipRecord): object;
  repository(repository: RepositoryRecord): object;
  installation(installation: InstallationRecord): object;
  app(): object;
}

/** The shapes for one world and App. GitHub docs: REST API endpoints, response schemas. */
export function createRestViews(world: World, app: AppRegistration, links: Links): RestViews {
  const nodeId = (prefix: string, id: number) => `${prefix}_${Buffer.from(String(id)).toString('base64url')}`;

  const user = ({ id, login }: UserRecord) => ({
    login,
    id,
    node_id: nodeId('U', id),
    avatar_url: links.avatar(id),
    gravatar_id: '',
    url: links.api(`/users/${login}`),
    html_url: links.web(`/${login}`),
    organizations_url: links.api(`/users/${login}/orgs`),
    repos_url: links.api(`/users/${login}/repos`),
    type: 'User',
    user_view_type: 'public',
    site_admin: false,
  });
  const organization = ({ id, login, description }: OrganizationRecord) => ({
    login,
    id,
    node_id: nodeId('O', id),
    url: links.api(`/orgs/${login}`),
    repos_url: links.api(`/orgs/${login}/repos`),
    members_url: links.api(`/orgs/${login}/members{/member}`),
    avatar_url: links.avatar(id),
    description,
  });
  const account = (accountId: number) => {
    const owner = world.organizationById(accountId);
    if (!owner) return user(found(world.userById(accountId), `account ${accountId}`));
    const { description: _unused, ...rest } = organization(owner);
    return {
      ...rest,
      html_url: links.web(`/${owner.login}`),
      type: 'Organization',
      user_view_type: 'public',
      site_admin: false,
    };
  };

  return {
    user,
    fullUser: (record) => ({
      ...user(record),
      name: record.name,
      company: record.company,
      blog: '',
      location: null,
      email: null,
      hireable: null,
      bio: null,
      public_repos: world.repositoriesOf(record.id).filter(({ isPrivate }) => !isPrivate).length,
      public_gists: 0,
      followers: 0,
      following: 0,
      created_at: record.createdAt,
      updated_at: record.createdAt,
    }),
    organization,
    fullOrganization: (record) => ({
      ...organization(record),
      name: record.name,
      blog: record.websiteUrl,
      is_verified: record.verified,
      html_url: links.web(`/${record.login}`),
      public_repos: world.repositoriesOf(record.id).filter(({ isPrivate }) => !isPrivate).length,
      followers: 0,
      following: 0,
      created_at: record.createdAt,
      updated_at: record.createdAt,
      archived_at: null,
      type: 'Organization',
    }),
    membership(record) {
      const owner = found(world.organizationById(record.organizationId), `organization ${record.organizationId}`);
      const member = found(world.userById(record.userId), `user ${record.userId}`);
      return {
        url: links.api(`/orgs/${owner.login}/memberships/${member.login}`),
        state: record.state,
        role: record.role,
        organization_url: links.api(`/orgs/${owner.login}`),
        organization: organization(owner),
        user: user(member),
      };
    },
    repository(record) {
      const owner = account(record.ownerId);
      const fullName = `${owner.login}/${record.name}`;
      return {
        id: record.id,
        node_id: nodeId('R', record.id),
        name: record.name,
        full_name: fullName,
        private: record.isPrivate,
        owner,
        html_url: links.web(`/${fullName}`),
        description: record.description,
        fork: record.isFork,
        url: links.api(`/repos/${fullName}`),
        created_at: record.createdAt,
        updated_at: record.updatedAt,
        pushed_at: record.pushedAt,
        size: record.diskUsageKilobytes,
        stargazers_count: record.stars,
        language: record.language,
        forks_count: record.forks,
        archived: record.isArchived,
        disabled: false,
        open_issues_count: record.openIssues + record.openPullRequests,
        is_template: record.isTemplate,
        visibility: record.isPrivate ? 'private' : 'public',
        default_branch: record.defaultBranch ?? 'main',
      };
    },
    installation(record) {
      const suspendedBy = record.suspendedById === null ? null : world.userById(record.suspendedById);
      const owner = account(record.accountId);
      const settings = record.accountType === 'Organization' ? `/organizations/${owner.login}/settings` : '/settings';
      return {
        id: record.id,
        client_id: app.clientId,
        account: owner,
        repository_selection: record.repositorySelection,
        access_tokens_url: links.api(`/app/installations/${record.id}/access_tokens`),
        repositories_url: links.api('/installation/repositories'),
        html_url: links.web(`${settings}/installations/${record.id}`),
        app_id: app.id,
        app_slug: app.slug,
        target_id: record.accountId,
        target_type: record.accountType,
        permissions: app.permissions,
        events: app.events,
        created_at: record.createdAt,
        updated_at: record.updatedAt,
        single_file_name: null,
        has_multiple_single_files: false,
        single_file_paths: [],
        suspended_by: suspendedBy ? user(suspendedBy) : null,
        suspended_at: record.suspendedAt,
      };
    },
    app: () => ({
      id: app.id,
      slug: app.slug,
      client_id: app.clientId,
      node_id: nodeId('A', app.id),
      name: app.name,
      owner: {
        login: 'orgdesk',
        id: 1,
        type: 'Organization',
        avatar_url: links.avatar(1),
        html_url: links.web('/orgdesk'),
      },
      description: '',
      external_url: links.web('/'),
      html_url: links.web(links.kind === 'cloud' ? `/apps/${app.slug}` : `/github-apps/${app.slug}`),
      created_at: isoSeconds(Date.UTC(2026, 0, 1)),
      updated_at: isoSeconds(Date.UTC(2026, 0, 1)),
      permissions: app.permissions,
      events: app.events,
      installations_count: world.installations().length,
    }),
  };
}
