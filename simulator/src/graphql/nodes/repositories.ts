import type {
  OrganizationRepositoriesArgs,
  RepositoryIssuesArgs,
  RepositoryMentionableUsersArgs,
  RepositoryOrderField,
  RepositoryPullRequestsArgs,
} from '@octokit/graphql-schema';
import { covers } from '../../api/permissions.ts';
import type { RepositoryRecord } from '../../world/records.ts';
import { collaboratorsOf } from './collaborators.ts';
import { connection, countOnly, nodeOf, type PagingArguments, recordConnection, sortBy } from './connections.ts';
import { type GraphqlContext, type NodeMakers, nodeFields } from './context.ts';

const COLORS: Readonly<Record<string, string>> = {
  TypeScript: '#3178c6',
  Go: '#00ADD8',
  Python: '#3572A5',
  Rust: '#dea584',
  Java: '#b07219',
  Shell: '#89e051',
};

export function repositoryConnection(
  repositories: readonly RepositoryRecord[],
  args: OrganizationRepositoriesArgs,
  nodes: NodeMakers,
): object {
  const visibility = args.visibility ?? args.privacy ?? null;
  const chosen = repositories
    .filter((record) => visibility === null || visibilityOf(record) === visibility)
    .filter(({ isArchived }) => typeof args.isArchived !== 'boolean' || isArchived === args.isArchived)
    .filter(({ isFork }) => typeof args.isFork !== 'boolean' || isFork === args.isFork);
  return {
    ...recordConnection(sortBy(chosen, args.orderBy, SORT_KEYS[args.orderBy?.field ?? 'NAME']), args, nodes.repository),
    totalDiskUsage: chosen.reduce((sum, { diskUsageKilobytes }) => sum + diskUsageKilobytes, 0),
  };
}

export function repositoryNode(record: RepositoryRecord, context: GraphqlContext): object {
  const { world, visibility, viewer, nodes } = context;
  const organization = world.organizationById(record.ownerId);
  const user = world.userById(record.ownerId);
  const path = `${organization?.login ?? user?.login ?? ''}/${record.name}`;

  const mentionable = () => {
    if (!organization) return user ? [user] : [];
    const { permissions } = visibility.organizationAccess(viewer, organization);
    if (!covers(permissions, { members: 'read' })) return [];
    return world.membersOf(organization.id).map(({ user: member }) => member);
  };

  return {
    ...nodeFields('Repository', record, `/${path}`, context),
    name: record.name,
    nameWithOwner: path,
    description: record.description,
    owner: () => nodeOf(organization, nodes.organization) ?? nodeOf(user, nodes.user),
    visibility: visibilityOf(record),
    viewerPermission: viewer.kind === 'user' ? world.permissionIn(record, viewer.user.id) : null,
    isPrivate: record.isPrivate,
    isArchived: record.isArchived,
    isFork: record.isFork,
    isTemplate: record.isTemplate,
    isEmpty: record.defaultBranch === null,
    isSecurityPolicyEnabled: record.hasSecurityPolicy,
    updatedAt: record.updatedAt,
    pushedAt: record.pushedAt,
    diskUsage: record.diskUsageKilobytes,
    stargazerCount: record.stars,
    forkCount: record.forks,
    watchers: () => countOnly(record.watchers),
    branchProtectionRules: () => countOnly(record.branchProtectionRules),
    issues: ({ states }: RepositoryIssuesArgs) =>
      countOnly(countStates(states, { OPEN: record.openIssues, CLOSED: record.closedIssues })),
    pullRequests: ({ states }: RepositoryPullRequestsArgs) =>
      countOnly(countStates(states, { OPEN: record.openPullRequests, MERGED: record.mergedPullRequests, CLOSED: 0 })),
    primaryLanguage:
      record.language === null ? null : { name: record.language, color: COLORS[record.language] ?? null },
    licenseInfo:
      record.license === null
        ? null
        : { spdxId: record.license, key: record.license.toLowerCase(), name: record.license },
    codeOfConduct: record.codeOfConduct === null ? null : { key: record.codeOfConduct, name: 'Contributor Covenant' },
    mentionableUsers: ({ query, ...paging }: RepositoryMentionableUsersArgs) =>
      recordConnection(
        mentionable().filter(({ login }) => !query || login.includes(query)),
        paging,
        nodes.user,
      ),
    collaborators: collaboratorsOf(record, context),
    releases: (paging: PagingArguments) =>
      connection(
        Array.from({ length: record.releases }, (_, index) => record.releases - index),
        paging,
        { key: (number) => number, node: (number) => release(number, record) },
      ),
    defaultBranchRef: record.defaultBranch === null ? null : branch(record, record.defaultBranch),
  };
}

function countStates(states: readonly string[] | null | undefined, counts: Readonly<Record<string, number>>): number {
  return [...new Set(states ?? Object.keys(counts))].reduce((sum, state) => sum + (counts[state] ?? 0), 0);
}

function release(number: number, { createdAt, pushedAt }: RepositoryRecord): object {
  const day = new Date(Date.parse(pushedAt ?? createdAt) - (12 - number) * 86_400_000).toISOString();
  const tagName = `v1.${number}.0`;
  return { __typename: 'Release', tagName, name: tagName, publishedAt: day, createdAt: day };
}

function branch(record: RepositoryRecord, name: string): object {
  const target = {
    __typename: 'Commit',
    oid: record.id.toString(16).padStart(40, '0'),
    committedDate: record.pushedAt,
    history: () => countOnly(record.commits),
    statusCheckRollup: record.checkState === null ? null : { state: record.checkState },
  };
  return { __typename: 'Ref', name, prefix: 'refs/heads/', target };
}

const visibilityOf = ({ isPrivate }: RepositoryRecord) => (isPrivate ? 'PRIVATE' : 'PUBLIC');

const SORT_KEYS: Readonly<Record<RepositoryOrderField, (record: RepositoryRecord) => string | number>> = {
  NAME: ({ name }) => name.toLowerCase(),
  PUSHED_AT: ({ pushedAt }) => pushedAt ?? '',
  UPDATED_AT: ({ updatedAt }) => updatedAt,
  CREATED_AT: ({ createdAt }) => createdAt,
  STARGAZERS: ({ stars }) => stars,
};
