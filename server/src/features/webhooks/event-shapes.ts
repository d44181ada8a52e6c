import { type Fields, fieldsIn } from './fields.ts';

/** Members that only these events have. Source: GitHub docs, Webhook events and payloads. */
const EVENTS_WITH: readonly (readonly [member: string, events: readonly string[]])[] = [
  ['invitation', ['organization']],
  ['member', ['member', 'membership']],
  ['membership', ['organization']],
  ['repositories_added', ['installation_repositories']],
  ['repository', ['member', 'repository', 'team']],
  ['team', ['membership', 'team']],
];

/** Members of events without an entry whose actions are those of events with one, also when they are null. */
const SUBJECTS_OF_OTHERS = [
  ...['alert', 'check_run', 'comment', 'definition', 'deployment', 'discussion', 'hook', 'issue', 'key', 'label'],
  ...['milestone', 'personal_access_token_request', 'project', 'project_card', 'project_column'],
  ...['projects_v2', 'projects_v2_item', 'projects_v2_status_update', 'pull_request', 'release'],
  ...['repository_ruleset', 'rule', 'sponsorship', 'starred_at'],
];

/** In other events, `installation` has only IDs. The account can be null. */
const EVENTS_WITH_ACCOUNT: readonly string[] = ['installation', 'installation_repositories'];

/**
 * Returns false for the body of another event: the signature does not cover the event's name, so a captured body can be
 * sent under another.
 */
export function hasShapeOf(name: string, payload: Fields): boolean {
  const installation = fieldsIn(payload, 'installation');
  const namesAccount = installation !== null && Object.hasOwn(installation, 'account');
  if (name === 'github_app_authorization' && (installation !== null || has(payload, 'organization'))) return false;
  return (
    namesAccount === EVENTS_WITH_ACCOUNT.includes(name) &&
    !SUBJECTS_OF_OTHERS.some((member) => Object.hasOwn(payload, member)) &&
    EVENTS_WITH.every(([member, events]) => events.includes(name) || !has(payload, member))
  );
}

const has = (payload: Fields, member: string): boolean => (payload[member] ?? null) !== null;
