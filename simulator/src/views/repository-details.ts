import type { Links } from '../links.ts';
import type { RepositoryRecord } from '../world/records.ts';

/** Addresses below that of a repository, by the name of their field. */
const PLACES: Readonly<Record<string, string>> = {
  forks_url: '/forks',
  keys_url: '/keys{/key_id}',
  collaborators_url: '/collaborators{/collaborator}',
  teams_url: '/teams',
  hooks_url: '/hooks',
  issue_events_url: '/issues/events{/number}',
  events_url: '/events',
  assignees_url: '/assignees{/user}',
  branches_url: '/branches{/branch}',
  tags_url: '/tags',
  blobs_url: '/git/blobs{/sha}',
  git_tags_url: '/git/tags{/sha}',
  git_refs_url: '/git/refs{/sha}',
  trees_url: '/git/trees{/sha}',
  statuses_url: '/statuses/{sha}',
  languages_url: '/languages',
  stargazers_url: '/stargazers',
  contributors_url: '/contributors',
  subscribers_url: '/subscribers',
  subscription_url: '/subscription',
  commits_url: '/commits{/sha}',
  git_commits_url: '/git/commits{/sha}',
  comments_url: '/comments{/number}',
  issue_comment_url: '/issues/comments{/number}',
  contents_url: '/contents/{+path}',
  compare_url: '/compare/{base}...{head}',
  merges_url: '/merges',
  archive_url: '/{archive_format}{/ref}',
  downloads_url: '/downloads',
  issues_url: '/issues{/number}',
  pulls_url: '/pulls{/number}',
  milestones_url: '/milestones{/number}',
  notifications_url: '/notifications{?since,all,participating}',
  labels_url: '/labels{/name}',
  releases_url: '/releases{/id}',
  deployments_url: '/deployments',
};

/**
 * What the repository of an event has beyond that of a list. GitHub docs: Webhook events and payloads,
 * repository object.
 */
export function repositoryDetails(record: RepositoryRecord, fullName: string, links: Links): object {
  const api = links.api(`/repos/${fullName}`);
  const web = links.web(`/${fullName}`);
  const { host } = new URL(web);
  return {
    ...Object.fromEntries(Object.entries(PLACES).map(([name, place]) => [name, `${api}${place}`])),
    git_url: `git://${host}/${fullName}.git`,
    ssh_url: `git@${host}:${fullName}.git`,
    clone_url: `${web}.git`,
    svn_url: web,
    homepage: null,
    watchers_count: record.watchers,
    has_issues: true,
    has_projects: true,
    has_downloads: true,
    has_wiki: true,
    has_pages: false,
    has_discussions: false,
    mirror_url: null,
    license: null,
    forks: record.forks,
    open_issues: record.openIssues + record.openPullRequests,
    watchers: record.watchers,
    allow_forking: true,
    web_commit_signoff_required: false,
    topics: [],
    custom_properties: {},
  };
}
