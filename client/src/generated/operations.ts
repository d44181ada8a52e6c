// Written by `npm run generate` from client/src/operations/. Do not edit.
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
export type OrganizationMemberRole =
  | 'ADMIN'
  | 'MEMBER';

export type RepositoryPermission =
  | 'ADMIN'
  | 'MAINTAIN'
  | 'READ'
  | 'TRIAGE'
  | 'WRITE';

export type RepositoryVisibility =
  | 'INTERNAL'
  | 'PRIVATE'
  | 'PUBLIC';

export type StatusState =
  | 'ERROR'
  | 'EXPECTED'
  | 'FAILURE'
  | 'PENDING'
  | 'SUCCESS';

export type TeamMemberRole =
  | 'MAINTAINER'
  | 'MEMBER';

export type TeamPrivacy =
  | 'SECRET'
  | 'VISIBLE';

export type OrgRepositoriesQueryVariables = Exact<{
  login: string;
}>;


export type OrgRepositoriesQuery = { readonly organization: { readonly repositories: { readonly totalCount: number, readonly nodes: ReadonlyArray<{ readonly databaseId: number | null, readonly name: string, readonly nameWithOwner: string, readonly url: string, readonly isPrivate: boolean, readonly isArchived: boolean } | null> | null, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } } | null };

export type OrgScoringDataQueryVariables = Exact<{
  login: string;
}>;


export type OrgScoringDataQuery = { readonly organization: { readonly databaseId: number | null, readonly login: string, readonly name: string | null, readonly description: string | null, readonly websiteUrl: string | null, readonly isVerified: boolean, readonly requiresTwoFactorAuthentication: boolean | null, readonly viewerCanAdminister: boolean, readonly membersWithRole: { readonly totalCount: number }, readonly teams: { readonly totalCount: number }, readonly repositories: { readonly totalCount: number, readonly nodes: ReadonlyArray<{ readonly databaseId: number | null, readonly nameWithOwner: string, readonly isPrivate: boolean, readonly isArchived: boolean, readonly pushedAt: string | null, readonly stargazerCount: number, readonly forkCount: number, readonly openIssues: { readonly totalCount: number }, readonly openPullRequests: { readonly totalCount: number }, readonly defaultBranchRef: { readonly name: string } | null } | null> | null, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } } | null };

export type OrgTeamsDataQueryVariables = Exact<{
  login: string;
}>;


export type OrgTeamsDataQuery = { readonly organization: { readonly teams: { readonly totalCount: number, readonly nodes: ReadonlyArray<{ readonly databaseId: number | null, readonly slug: string, readonly name: string, readonly privacy: TeamPrivacy, readonly members: { readonly totalCount: number, readonly nodes: ReadonlyArray<{ readonly databaseId: number | null, readonly login: string } | null> | null }, readonly repositories: { readonly totalCount: number, readonly edges: ReadonlyArray<{ readonly permission: RepositoryPermission, readonly node: { readonly databaseId: number | null, readonly nameWithOwner: string } } | null> | null } } | null> | null, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } } | null };

export type OrganizationMembersQueryVariables = Exact<{
  login: string;
  after?: string | null | undefined;
}>;


export type OrganizationMembersQuery = { readonly organization: { readonly membersWithRole: { readonly totalCount: number, readonly edges: ReadonlyArray<{ readonly role: OrganizationMemberRole | null, readonly node: { readonly databaseId: number | null, readonly login: string, readonly name: string | null, readonly avatarUrl: string, readonly url: string } | null } | null> | null, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } } | null };

export type OrganizationRepositoriesQueryVariables = Exact<{
  login: string;
}>;


export type OrganizationRepositoriesQuery = { readonly organization: { readonly repositories: { readonly totalCount: number, readonly totalDiskUsage: number, readonly nodes: ReadonlyArray<{ readonly databaseId: number | null, readonly name: string, readonly nameWithOwner: string, readonly description: string | null, readonly url: string, readonly visibility: RepositoryVisibility, readonly isPrivate: boolean, readonly isArchived: boolean, readonly isFork: boolean, readonly isTemplate: boolean, readonly pushedAt: string | null, readonly updatedAt: string, readonly stargazerCount: number, readonly forkCount: number, readonly primaryLanguage: { readonly name: string, readonly color: string | null } | null, readonly defaultBranchRef: { readonly name: string } | null } | null> | null, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } } | null };

export type OrganizationSummaryQueryVariables = Exact<{
  login: string;
}>;


export type OrganizationSummaryQuery = { readonly organization: { readonly databaseId: number | null, readonly login: string, readonly name: string | null, readonly description: string | null, readonly avatarUrl: string, readonly url: string, readonly createdAt: string, readonly viewerCanAdminister: boolean, readonly viewerIsAMember: boolean, readonly membersWithRole: { readonly totalCount: number }, readonly teams: { readonly totalCount: number }, readonly repositories: { readonly totalCount: number } } | null };

export type OrganizationTeamsQueryVariables = Exact<{
  login: string;
  after?: string | null | undefined;
}>;


export type OrganizationTeamsQuery = { readonly organization: { readonly teams: { readonly totalCount: number, readonly nodes: ReadonlyArray<{ readonly databaseId: number | null, readonly slug: string, readonly name: string, readonly description: string | null, readonly privacy: TeamPrivacy, readonly url: string, readonly parentTeam: { readonly slug: string, readonly name: string } | null, readonly members: { readonly totalCount: number }, readonly repositories: { readonly totalCount: number } } | null> | null, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } } | null };

export type RepoScoringDataQueryVariables = Exact<{
  owner: string;
  name: string;
}>;


export type RepoScoringDataQuery = { readonly repository: { readonly databaseId: number | null, readonly nameWithOwner: string, readonly url: string, readonly description: string | null, readonly isPrivate: boolean, readonly isArchived: boolean, readonly isFork: boolean, readonly pushedAt: string | null, readonly updatedAt: string, readonly stargazerCount: number, readonly forkCount: number, readonly isSecurityPolicyEnabled: boolean | null, readonly licenseInfo: { readonly spdxId: string | null } | null, readonly primaryLanguage: { readonly name: string } | null, readonly codeOfConduct: { readonly key: string } | null, readonly watchers: { readonly totalCount: number }, readonly mentionableUsers: { readonly totalCount: number }, readonly openIssues: { readonly totalCount: number }, readonly closedIssues: { readonly totalCount: number }, readonly openPullRequests: { readonly totalCount: number }, readonly mergedPullRequests: { readonly totalCount: number }, readonly releases: { readonly totalCount: number, readonly nodes: ReadonlyArray<{ readonly tagName: string, readonly publishedAt: string | null } | null> | null }, readonly branchProtectionRules: { readonly totalCount: number }, readonly defaultBranchRef: { readonly name: string, readonly target:
        | { readonly committedDate: string, readonly history: { readonly totalCount: number }, readonly statusCheckRollup: { readonly state: StatusState } | null }
        | Record<PropertyKey, never>
       | null } | null } | null };

export type RepositoryContributorsQueryVariables = Exact<{
  owner: string;
  name: string;
  after?: string | null | undefined;
}>;


export type RepositoryContributorsQuery = { readonly repository: { readonly databaseId: number | null, readonly nameWithOwner: string, readonly mentionableUsers: { readonly totalCount: number, readonly nodes: ReadonlyArray<{ readonly databaseId: number | null, readonly login: string, readonly name: string | null, readonly avatarUrl: string } | null> | null, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } } | null };

export type TeamMembersQueryVariables = Exact<{
  login: string;
  teamSlug: string;
  after?: string | null | undefined;
}>;


export type TeamMembersQuery = { readonly organization: { readonly team: { readonly databaseId: number | null, readonly slug: string, readonly name: string, readonly members: { readonly totalCount: number, readonly edges: ReadonlyArray<{ readonly role: TeamMemberRole, readonly node: { readonly databaseId: number | null, readonly login: string, readonly name: string | null, readonly avatarUrl: string } } | null> | null, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } } | null } | null };

export type ViewerProfileQueryVariables = Exact<{ [key: string]: never; }>;


export type ViewerProfileQuery = { readonly viewer: { readonly databaseId: number | null, readonly login: string, readonly name: string | null, readonly avatarUrl: string, readonly organizations: { readonly totalCount: number, readonly nodes: ReadonlyArray<{ readonly databaseId: number | null, readonly login: string, readonly name: string | null, readonly avatarUrl: string, readonly viewerCanAdminister: boolean } | null> | null, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } } };
