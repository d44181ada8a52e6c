import type { Links } from '../world/links.ts';
import type { RepositoryRecord } from '../world/records.ts';
import { addressesBelow } from './accounts.ts';

const ADDRESSES = `forks keys{/key_id} collaborators{/collaborator} teams hooks issue_events=issues/events{/number}
  events assignees{/user} branches{/branch} tags blobs=git/blobs{/sha} git_tags=git/tags{/sha} git_refs=git/refs{/sha}
  trees=git/trees{/sha} statuses/{sha} languages stargazers contributors subscribers subscription commits{/sha}
  git_commits=git/commits{/sha} comments{/number} issue_comment=issues/comments{/number} contents/{+path}
  compare/{base}...{head} merges archive={archive_format}{/ref} downloads issues{/number} pulls{/number}
  milestones{/number} notifications{?since,all,participating} labels{/name} releases{/id} deployments`;

/** GitHub docs: Webhook events and payloads, repository object; List team repositories. */
export function repositoryDetails(record: RepositoryRecord, fullName: string, links: Links): object {
  const web = links.web(`/${fullName}`);
  const { host } = new URL(web);
  return {
    ...addressesBelow(links.api(`/repos/${fullName}`), ADDRESSES),
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
