import type { AppRegistration } from '../apps/registration.ts';
import type { Links } from '../world/links.ts';
import type {
  InstallationRecord,
  InstallationRequestRecord,
  OrganizationRecord,
  RepositoryRecord,
  TeamRecord,
  UserRecord,
} from '../world/records.ts';
import { need } from '../world/store.ts';
import type { World } from '../world/world.ts';
import { botIdOf, createAccountViews, nodeIdOf } from './accounts.ts';
import { createBelongingViews } from './belonging.ts';
import { repositoryDetails } from './repository-details.ts';

/** All enterprise teams belong to one enterprise. */
const ENTERPRISE_ID = 1;

/** GitHub docs: REST API endpoints, response schemas. */
export type Views = ReturnType<typeof createViews>;
export function createViews(world: World, app: AppRegistration, links: Links) {
  const accounts = createAccountViews(world, app, links);
  const { user, organization, account, actor } = accounts;

  const publicFigures = ({ id, createdAt }: Pick<UserRecord, 'id' | 'createdAt'>) => ({
    public_repos: world.repositoriesOf(id).filter(({ isPrivate }) => !isPrivate).length,
    followers: 0,
    following: 0,
    created_at: createdAt,
    updated_at: createdAt,
  });
  const teamLite = ({ id, name, slug, description, privacy, organizationId }: TeamRecord) => {
    const api = links.api(`/teams/${id}`);
    return {
      name,
      id,
      node_id: nodeIdOf('T', id),
      slug,
      description,
      privacy: privacy === 'VISIBLE' ? 'closed' : 'secret',
      url: api,
      html_url: links.web(`/orgs/${account(organizationId).login}/teams/${slug}`),
      members_url: `${api}/members{/member}`,
      repositories_url: `${api}/repos`,
      permission: 'pull',
    };
  };

  /** The default App's owner is not in the world. */
  function ownerOf({ owner }: AppRegistration) {
    const accountRecord = world.account(owner.login);
    if (accountRecord) return account(accountRecord.id);
    return { ...owner, id: 1, avatar_url: links.avatar(1), html_url: links.web(`/${owner.login}`) };
  }

  const fullOrganization = (record: OrganizationRecord) => ({
    ...organization(record),
    name: record.name,
    blog: record.websiteUrl,
    is_verified: record.verified,
    html_url: links.web(`/${record.login}`),
    has_organization_projects: true,
    has_repository_projects: true,
    public_gists: 0,
    ...publicFigures(record),
    archived_at: null,
    type: 'Organization',
  });
  const ownership = ({ isEnterprise, organizationId }: TeamRecord) =>
    isEnterprise
      ? { type: 'enterprise', enterprise_id: ENTERPRISE_ID }
      : { type: 'organization', organization_id: organizationId };
  function team(record: TeamRecord) {
    const parent = record.parentId === null ? null : need(world.teamById(record.parentId), `team ${record.parentId}`);
    const shownParent = parent && { ...teamLite(parent), ...ownership(parent) };
    return { ...teamLite(record), ...ownership(record), parent: shownParent };
  }

  function repository(record: RepositoryRecord) {
    const owner = account(record.ownerId);
    const fullName = `${owner.login}/${record.name}`;
    return {
      id: record.id,
      node_id: nodeIdOf('R', record.id),
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
  }

  return {
    ...accounts,
    ...createBelongingViews(world, accounts, links),
    fullUser: (record: UserRecord) => ({
      ...user(record),
      name: record.name,
      company: record.company,
      blog: '',
      location: null,
      email: null,
      hireable: null,
      bio: null,
      public_gists: 0,
      ...publicFigures(record),
    }),
    bot: () => ({
      ...actor(botIdOf(app)),
      name: null,
      company: null,
      blog: '',
      location: null,
      email: null,
      hireable: null,
      bio: null,
      public_gists: 0,
      ...publicFigures({ id: botIdOf(app), createdAt: app.createdAt }),
    }),
    /** The platform reports unlimited seats as 0. */
    plan({ login }: OrganizationRecord) {
      const { name, seats, filled } = world.organizationPlan(login);
      const repositories = name === 'free' ? 10_000 : 999_999;
      return { name, space: 976_562_499, private_repos: repositories, filled_seats: filled, seats: seats ?? 0 };
    },
    fullOrganization,
    repository,
    /** As lists of one organization and events show it. */
    wholeRepository: (record: RepositoryRecord) => ({
      ...repository(record),
      ...repositoryDetails(record, `${account(record.ownerId).login}/${record.name}`, links),
    }),
    installation(record: InstallationRecord) {
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
        permissions: record.permissions ?? app.permissions,
        events: app.events,
        created_at: record.createdAt,
        updated_at: record.updatedAt,
        single_file_name: null,
        has_multiple_single_files: false,
        single_file_paths: [],
        suspended_by: record.suspendedById === null ? null : actor(record.suspendedById),
        suspended_at: record.suspendedAt,
      };
    },
    installationRequest: (record: InstallationRequestRecord) => ({
      id: record.id,
      node_id: nodeIdOf('IR', record.id),
      account: account(record.accountId),
      requester: actor(record.requesterId),
      created_at: record.createdAt,
    }),
    app: () => ({
      id: app.id,
      slug: app.slug,
      client_id: app.clientId,
      node_id: nodeIdOf('A', app.id),
      name: app.name,
      owner: ownerOf(app),
      description: app.description,
      external_url: app.homepageUrl ?? links.web('/'),
      html_url: links.web(links.appPath(app)),
      created_at: app.createdAt,
      updated_at: app.createdAt,
      permissions: app.permissions,
      events: app.events,
      installations_count: world.installations().length,
    }),
    teamLite,
    team,
    fullTeam(record: TeamRecord) {
      const owner = need(world.organizationById(record.organizationId), `organization ${record.organizationId}`);
      return {
        ...team(record),
        members_count: world.teamMembersOf(record).length,
        repos_count: world.repositoriesOfTeam(record).length,
        created_at: record.createdAt,
        updated_at: record.createdAt,
        organization: fullOrganization(owner),
      };
    },
  };
}
