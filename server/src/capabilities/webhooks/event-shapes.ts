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

/** In other events, `installation` has only IDs. The account can be null. */
const EVENTS_WITH_ACCOUNT: readonly string[] = ['installation', 'installation_repositories'];

/**
 * Returns false if a body belongs to another event. The event's name is outside the signature, so a captured body can be sent
 * under another one.
 */
export function hasShapeOf(name: string, payload: Fields): boolean {
  const installation = fieldsIn(payload, 'installation');
  const namesAccount = installation !== null && Object.hasOwn(installation, 'account');
  if (name === 'github_app_authorization' && (installation !== null || has(payload, 'organization'))) return false;
  return (
    namesAccount === EVENTS_WITH_ACCOUNT.includes(name) &&
    EVENTS_WITH.every(([member, events]) => events.includes(name) || !has(payload, member))
  );
}

const has = (payload: Fields, member: string): boolean => (payload[member] ?? null) !== null;
