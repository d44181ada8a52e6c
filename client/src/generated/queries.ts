// Written by `npm run generate` from client/src/operations/. Do not edit.

import type {
  OrgRepositoriesQuery,
  OrgRepositoriesQueryVariables,
  OrgScoringDataQuery,
  OrgScoringDataQueryVariables,
  OrgTeamsDataQuery,
  OrgTeamsDataQueryVariables,
  OrganizationMembersQuery,
  OrganizationMembersQueryVariables,
  OrganizationRepositoriesQuery,
  OrganizationRepositoriesQueryVariables,
  OrganizationSummaryQuery,
  OrganizationSummaryQueryVariables,
  OrganizationTeamsQuery,
  OrganizationTeamsQueryVariables,
  RepoScoringDataQuery,
  RepoScoringDataQueryVariables,
  RepositoryContributorsQuery,
  RepositoryContributorsQueryVariables,
  TeamMembersQuery,
  TeamMembersQueryVariables,
  ViewerProfileQuery,
  ViewerProfileQueryVariables,
} from './operations.ts';

/** Variables and data of every operation that may be proxied. */
export interface Queries {
  readonly OrgRepositories: { readonly variables: OrgRepositoriesQueryVariables; readonly data: OrgRepositoriesQuery };
  readonly OrgScoringData: { readonly variables: OrgScoringDataQueryVariables; readonly data: OrgScoringDataQuery };
  readonly OrgTeamsData: { readonly variables: OrgTeamsDataQueryVariables; readonly data: OrgTeamsDataQuery };
  readonly OrganizationMembers: { readonly variables: OrganizationMembersQueryVariables; readonly data: OrganizationMembersQuery };
  readonly OrganizationRepositories: { readonly variables: OrganizationRepositoriesQueryVariables; readonly data: OrganizationRepositoriesQuery };
  readonly OrganizationSummary: { readonly variables: OrganizationSummaryQueryVariables; readonly data: OrganizationSummaryQuery };
  readonly OrganizationTeams: { readonly variables: OrganizationTeamsQueryVariables; readonly data: OrganizationTeamsQuery };
  readonly RepoScoringData: { readonly variables: RepoScoringDataQueryVariables; readonly data: RepoScoringDataQuery };
  readonly RepositoryContributors: { readonly variables: RepositoryContributorsQueryVariables; readonly data: RepositoryContributorsQuery };
  readonly TeamMembers: { readonly variables: TeamMembersQueryVariables; readonly data: TeamMembersQuery };
  readonly ViewerProfile: { readonly variables: ViewerProfileQueryVariables; readonly data: ViewerProfileQuery };
}

/** The document of each. */
export const DOCUMENTS: Readonly<Record<keyof Queries, string>> = {
  OrgRepositories: `query OrgRepositories($login: String!) {
  organization(login: $login) {
    repositories(first: 100, orderBy: { field: NAME, direction: ASC }) {
      totalCount
      nodes {
        databaseId
        name
        nameWithOwner
        url
        isPrivate
        isArchived
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
`,
  OrgScoringData: `query OrgScoringData($login: String!) {
  organization(login: $login) {
    databaseId
    login
    name
    description
    websiteUrl
    isVerified
    requiresTwoFactorAuthentication
    viewerCanAdminister
    membersWithRole {
      totalCount
    }
    teams {
      totalCount
    }
    repositories(first: 50, orderBy: { field: PUSHED_AT, direction: DESC }) {
      totalCount
      nodes {
        databaseId
        nameWithOwner
        isPrivate
        isArchived
        pushedAt
        stargazerCount
        forkCount
        openIssues: issues(states: OPEN) {
          totalCount
        }
        openPullRequests: pullRequests(states: OPEN) {
          totalCount
        }
        defaultBranchRef {
          name
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
`,
  OrgTeamsData: `query OrgTeamsData($login: String!) {
  organization(login: $login) {
    teams(first: 50, orderBy: { field: NAME, direction: ASC }) {
      totalCount
      nodes {
        databaseId
        slug
        name
        privacy
        members(first: 50, membership: IMMEDIATE) {
          totalCount
          nodes {
            databaseId
            login
          }
        }
        repositories(first: 50) {
          totalCount
          edges {
            permission
            node {
              databaseId
              nameWithOwner
            }
          }
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
`,
  OrganizationMembers: `query OrganizationMembers($login: String!, $after: String) {
  organization(login: $login) {
    membersWithRole(first: 100, after: $after) {
      totalCount
      edges {
        role
        node {
          databaseId
          login
          name
          avatarUrl
          url
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
`,
  OrganizationRepositories: `query OrganizationRepositories($login: String!) {
  organization(login: $login) {
    repositories(first: 100, orderBy: { field: PUSHED_AT, direction: DESC }) {
      totalCount
      totalDiskUsage
      nodes {
        databaseId
        name
        nameWithOwner
        description
        url
        visibility
        isPrivate
        isArchived
        isFork
        isTemplate
        pushedAt
        updatedAt
        stargazerCount
        forkCount
        primaryLanguage {
          name
          color
        }
        defaultBranchRef {
          name
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
`,
  OrganizationSummary: `query OrganizationSummary($login: String!) {
  organization(login: $login) {
    databaseId
    login
    name
    description
    avatarUrl
    url
    createdAt
    viewerCanAdminister
    viewerIsAMember
    membersWithRole {
      totalCount
    }
    teams {
      totalCount
    }
    repositories {
      totalCount
    }
  }
}
`,
  OrganizationTeams: `query OrganizationTeams($login: String!, $after: String) {
  organization(login: $login) {
    teams(first: 100, after: $after, orderBy: { field: NAME, direction: ASC }) {
      totalCount
      nodes {
        databaseId
        slug
        name
        description
        privacy
        url
        parentTeam {
          slug
          name
        }
        members(membership: IMMEDIATE) {
          totalCount
        }
        repositories {
          totalCount
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
`,
  RepoScoringData: `query RepoScoringData($owner: String!, $name: String!) {
  repository(owner: $owner, name: $name) {
    databaseId
    nameWithOwner
    url
    description
    isPrivate
    isArchived
    isFork
    pushedAt
    updatedAt
    stargazerCount
    forkCount
    licenseInfo {
      spdxId
    }
    primaryLanguage {
      name
    }
    codeOfConduct {
      key
    }
    isSecurityPolicyEnabled
    watchers {
      totalCount
    }
    mentionableUsers {
      totalCount
    }
    openIssues: issues(states: OPEN) {
      totalCount
    }
    closedIssues: issues(states: CLOSED) {
      totalCount
    }
    openPullRequests: pullRequests(states: OPEN) {
      totalCount
    }
    mergedPullRequests: pullRequests(states: MERGED) {
      totalCount
    }
    releases(first: 1, orderBy: { field: CREATED_AT, direction: DESC }) {
      totalCount
      nodes {
        tagName
        publishedAt
      }
    }
    branchProtectionRules {
      totalCount
    }
    defaultBranchRef {
      name
      target {
        ... on Commit {
          committedDate
          history(first: 1) {
            totalCount
          }
          statusCheckRollup {
            state
          }
        }
      }
    }
  }
}
`,
  RepositoryContributors: `query RepositoryContributors($owner: String!, $name: String!, $after: String) {
  repository(owner: $owner, name: $name) {
    databaseId
    nameWithOwner
    mentionableUsers(first: 100, after: $after) {
      totalCount
      nodes {
        databaseId
        login
        name
        avatarUrl
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
`,
  TeamMembers: `query TeamMembers($login: String!, $teamSlug: String!, $after: String) {
  organization(login: $login) {
    team(slug: $teamSlug) {
      databaseId
      slug
      name
      members(first: 100, after: $after, membership: IMMEDIATE) {
        totalCount
        edges {
          role
          node {
            databaseId
            login
            name
            avatarUrl
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
}
`,
  ViewerProfile: `query ViewerProfile {
  viewer {
    databaseId
    login
    name
    avatarUrl
    organizations(first: 100) {
      totalCount
      nodes {
        databaseId
        login
        name
        avatarUrl
        viewerCanAdminister
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
`,
};
