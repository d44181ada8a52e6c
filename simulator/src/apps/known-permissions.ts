/** Permissions by highest level, from the REST description. */
const BY_LEVEL = {
  read: 'organization_events organization_plan',
  write: `actions administration artifact_metadata attestations checks code_quality codespaces contents dependabot_secrets
    deployments discussions environments issues merge_queues metadata packages pages pull_requests
    repository_custom_properties repository_hooks secret_scanning_alerts secrets security_events single_file statuses
    vulnerability_alerts workflows members organization_administration organization_custom_roles
    organization_custom_org_roles organization_copilot_seat_management organization_copilot_agent_settings
    organization_announcement_banners organization_hooks organization_personal_access_tokens
    organization_personal_access_token_requests organization_packages organization_secrets
    organization_self_hosted_runners organization_user_blocking email_addresses emails followers git_ssh_keys gpg_keys
    interaction_limits profile starring`,
  admin: 'repository_projects organization_custom_properties organization_projects',
} as const;

const LEVELS = ['read', 'write', 'admin'] as const;

const HIGHEST_LEVELS: ReadonlyMap<string, (typeof LEVELS)[number]> = new Map(
  LEVELS.flatMap((level) => BY_LEVEL[level].split(/\s+/).map((name) => [name, level] as const)),
);

export const isPermission = (name: string): boolean => HIGHEST_LEVELS.has(name);
export function isLevelOf(name: string, level: unknown): level is (typeof LEVELS)[number] {
  const highest = HIGHEST_LEVELS.get(name);
  return highest !== undefined && LEVELS.slice(0, LEVELS.indexOf(highest) + 1).some((candidate) => candidate === level);
}

/**
 * Null: no permission is required. Installation and authorization events need no subscription. GitHub docs: Webhook
 * events and payloads.
 */
const EVENTS: Readonly<Record<string, string | null>> = {
  check_run: 'checks',
  check_suite: 'checks',
  create: 'contents',
  delete: 'contents',
  deployment: 'deployments',
  fork: 'contents',
  issue_comment: 'issues',
  issues: 'issues',
  member: 'members',
  membership: 'members',
  meta: null,
  org_block: 'organization_user_blocking',
  organization: 'members',
  public: 'metadata',
  pull_request: 'pull_requests',
  pull_request_review: 'pull_requests',
  push: 'contents',
  release: 'contents',
  repository: 'metadata',
  star: 'metadata',
  status: 'statuses',
  team: 'members',
  team_add: 'members',
  watch: 'metadata',
  workflow_run: 'actions',
};

export const isEvent = (name: string): boolean => Object.hasOwn(EVENTS, name);
export function isEventFor(name: string, permissions: ReadonlySet<string>): boolean {
  const needed = isEvent(name) ? EVENTS[name] : undefined;
  return needed === null || (needed !== undefined && permissions.has(needed));
}
