import { createHmac, timingSafeEqual } from 'node:crypto';
import { WEBHOOK_EVENT_MAX_CHARACTERS } from '@orgdesk/contract/limits';
import { idOrNull } from '../../domain/installation.ts';
import { ok, type Result, refuse } from '../../lib/result.ts';

export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const fieldsIn = (fields: Fields, name: string): Fields | null => {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return isFields(value) ? value : null;
};

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

export type WebhookEvent =
  /** `created`, `unsuspend`, repositories, or a renamed account. */
  | {
      readonly kind: 'installation-changed';
      readonly installationId: number;
      readonly repositoriesToo: boolean;
      readonly isNew: boolean;
    }
  | { readonly kind: 'installation-suspended'; readonly installationId: number; readonly suspendedAt: Date | null }
  | { readonly kind: 'installation-deleted'; readonly installationId: number }
  /** The list of repositories is behind; it is fetched when somebody looks. */
  | { readonly kind: 'repositories-changed'; readonly installationId: number }
  /** About an installation that the body does not name, which GitHub sends now and then. */
  | { readonly kind: 'installation-unnamed' }
  | { readonly kind: 'authorization-revoked'; readonly userId: number }
  /** Nothing is fetched or changed. */
  | { readonly kind: 'audit' }
  /** Only logged. */
  | { readonly kind: 'other-app' }
  /** The body does not fit the event's name. Only logged. */
  | { readonly kind: 'other-event' };

/** Accepts unknown events, because GitHub adds new ones; refuses undocumented shapes. Specification: Events. */
export function parseEvent(name: string, payload: unknown, appId: number): Result<WebhookEvent, 'malformed'> {
  if (!isFields(payload)) return refuse('malformed');
  if ('action' in payload && typeof payload.action !== 'string') return refuse('malformed');

  if (name === 'github_app_authorization' && payload.action === 'revoked') {
    const userId = idOrNull(fieldsIn(payload, 'sender')?.id);
    if (userId === null) return refuse('malformed');
    return ok(hasShapeOf(name, payload) ? { kind: 'authorization-revoked', userId } : { kind: 'other-event' });
  }
  const eventOf = INSTALLATION_EVENTS.get(`${name}.${String(payload.action)}`);
  if (eventOf === undefined) return ok({ kind: 'audit' });

  const installation = fieldsIn(payload, 'installation');
  const installationId = idOrNull(installation?.id);
  // Other hooks than the App's send these events without an installation.
  if (installation === null && name === 'repository') return ok({ kind: 'audit' });
  if (payload.installation === null) return ok({ kind: 'installation-unnamed' });
  if (installation === null || installationId === null) return refuse('malformed');
  if ('app_id' in installation && installation.app_id !== appId) return ok({ kind: 'other-app' });
  // Events of other names only fetch.
  if (name === 'installation' && !hasShapeOf(name, payload)) return ok({ kind: 'other-event' });
  return ok(eventOf(installationId, installation));
}

type InstallationEvent = (installationId: number, installation: Fields) => WebhookEvent;

const changed =
  (repositoriesToo: boolean, isNew = false): InstallationEvent =>
  (installationId) => ({ kind: 'installation-changed', installationId, repositoriesToo, isNew });
const repositoriesChanged: InstallationEvent = (installationId) => ({ kind: 'repositories-changed', installationId });

const INSTALLATION_EVENTS: ReadonlyMap<string, InstallationEvent> = new Map<string, InstallationEvent>([
  ['installation.created', changed(true, true)],
  ['installation.unsuspend', changed(true)],
  ['installation_repositories.added', changed(true)],
  ['installation_repositories.removed', changed(true)],
  // Repository names start with their owner's.
  ['installation_target.renamed', changed(true)],
  ['installation.new_permissions_accepted', changed(false)],
  ['repository.deleted', repositoriesChanged],
  ['repository.privatized', repositoriesChanged],
  ['repository.publicized', repositoriesChanged],
  ['repository.renamed', repositoriesChanged],
  ['repository.transferred', repositoriesChanged],
  ['installation.suspend', suspended],
  ['installation.deleted', (installationId) => ({ kind: 'installation-deleted', installationId })],
]);

function suspended(installationId: number, { suspended_at: at }: Fields): WebhookEvent {
  return { kind: 'installation-suspended', installationId, suspendedAt: instantOf(at) };
}

export function loggedFieldsOf(payload: unknown) {
  if (!isFields(payload)) return { action: null, installationId: null, account: null };
  const installation = fieldsIn(payload, 'installation');
  const account = installation === null ? null : fieldsIn(installation, 'account');
  const owner = account ?? fieldsIn(payload, 'organization') ?? {};
  return {
    action: loggableText(payload.action),
    installationId: idOrNull(installation?.id),
    account: loggableText(owner.login),
  };
}

function instantOf(value: unknown): Date | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const instant = new Date(typeof value === 'number' ? value * 1000 : value);
  return Number.isNaN(instant.getTime()) ? null : instant;
}

// Control characters, direction marks, and line or paragraph separators.
const UNSAFE_IN_LOGS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** Returns untrusted text if it is safe to log, otherwise null. */
export const loggableText = (value: unknown): string | null =>
  typeof value === 'string' && value.length <= WEBHOOK_EVENT_MAX_CHARACTERS && !UNSAFE_IN_LOGS.test(value)
    ? value
    : null;

const SIGNATURE = /^sha256=([0-9a-f]{64})$/;

/** Checks the format, so that a request can be refused before its body is read. */
export const looksSigned = (header: string | undefined): header is string =>
  header !== undefined && SIGNATURE.test(header);

/** Compares in constant time and never throws. Specification: Authentication 9. */
export function signatureMatches(body: Uint8Array, header: string | undefined, secret: string): boolean {
  const [, hex] = SIGNATURE.exec(header ?? '') ?? [];
  if (hex === undefined) return false;
  return timingSafeEqual(createHmac('sha256', secret).update(body).digest(), Buffer.from(hex, 'hex'));
}
