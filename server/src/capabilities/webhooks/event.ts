import { knownAsId } from '../../domain/app/installation.ts';
import { ok, type Result, refuse } from '../../domain/result.ts';
import { type Fields, fieldsIn, isFields } from './fields.ts';

/** A webhook as it matters to this service. `name` and `action` are only ever logged or compared. */
export type WebhookEvent =
  /** The installation may have changed: `created`, `unsuspend`, repositories, a renamed account. */
  | { readonly kind: 'installation-changed'; readonly installationId: number; readonly repositoriesToo: boolean }
  | { readonly kind: 'installation-suspended'; readonly installationId: number; readonly suspendedAt: Date | null }
  | { readonly kind: 'installation-deleted'; readonly installationId: number }
  | { readonly kind: 'authorization-revoked'; readonly userId: number }
  /** Nothing is looked at or changed because of it. */
  | { readonly kind: 'audit' }
  /** Meant for another App: logged, nothing else. */
  | { readonly kind: 'other-app' };

/**
 * What a delivery asks for. Events and actions that are not known here are acknowledged: the platform adds new
 * ones. Refuses what has not the shape that the platform documents. Specification: Events.
 */
export function parseEvent(name: string, payload: unknown, appId: number): Result<WebhookEvent, 'malformed'> {
  if (!isFields(payload)) return refuse('malformed');
  if ('action' in payload && typeof payload.action !== 'string') return refuse('malformed');

  if (name === 'github_app_authorization' && payload.action === 'revoked') {
    const userId = knownAsId(fieldsIn(payload, 'sender')?.id);
    return userId === null ? refuse('malformed') : ok({ kind: 'authorization-revoked', userId });
  }
  const eventOf = INSTALLATION_EVENTS.get(`${name}.${String(payload.action)}`);
  if (eventOf === undefined) return ok({ kind: 'audit' });

  const installation = fieldsIn(payload, 'installation');
  const installationId = knownAsId(installation?.id);
  if (installation === null || installationId === null) return refuse('malformed');
  if ('app_id' in installation && installation.app_id !== appId) return ok({ kind: 'other-app' });
  return ok(eventOf(installationId, installation));
}

type InstallationEvent = (installationId: number, installation: Fields) => WebhookEvent;

const changed =
  (repositoriesToo: boolean): InstallationEvent =>
  (installationId) => ({ kind: 'installation-changed', installationId, repositoriesToo });

const INSTALLATION_EVENTS: ReadonlyMap<string, InstallationEvent> = new Map<string, InstallationEvent>([
  ['installation.created', changed(true)],
  ['installation.unsuspend', changed(true)],
  ['installation_repositories.added', changed(true)],
  ['installation_repositories.removed', changed(true)],
  // The names of repositories begin with that of their owner.
  ['installation_target.renamed', changed(true)],
  ['installation.new_permissions_accepted', changed(false)],
  ['installation.suspend', suspended],
  ['installation.deleted', (installationId) => ({ kind: 'installation-deleted', installationId })],
]);

function suspended(installationId: number, { suspended_at: at }: Fields): WebhookEvent {
  return { kind: 'installation-suspended', installationId, suspendedAt: instantOf(at) };
}

/** What a delivery says of itself, for its log line. */
export function wordsOf(payload: unknown) {
  if (!isFields(payload)) return { action: null, installationId: null, account: null };
  const installation = fieldsIn(payload, 'installation');
  const account = installation === null ? null : fieldsIn(installation, 'account');
  const owner = account ?? fieldsIn(payload, 'organization') ?? {};
  return {
    action: wordOf(payload.action),
    installationId: knownAsId(installation?.id),
    account: wordOf(owner.login),
  };
}

function instantOf(value: unknown): Date | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const instant = new Date(typeof value === 'number' ? value * 1000 : value);
  return Number.isNaN(instant.getTime()) ? null : instant;
}

const WORD_MAX_CHARACTERS = 100;
// Control characters, marks that turn the direction of text, line and paragraph separators.
const STEERS_A_TERMINAL = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** A text of somebody else's making as a log line may repeat it. Null when it is none, long, or would steer a terminal. */
export const wordOf = (value: unknown): string | null =>
  typeof value === 'string' && value.length <= WORD_MAX_CHARACTERS && !STEERS_A_TERMINAL.test(value) ? value : null;
