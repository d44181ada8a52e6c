import { knownAsId } from '../../domain/installation.ts';
import { ok, type Result, refuse } from '../../domain/result.ts';

/** A webhook as it matters to this service. `name` and `action` are only ever logged or compared. */
export type WebhookEvent =
  /** The installation may have changed: `created`, `unsuspend`, repositories, a renamed account. */
  | { readonly kind: 'installation-changed'; readonly installationId: number; readonly repositoriesToo: boolean }
  | { readonly kind: 'installation-suspended'; readonly installationId: number; readonly suspendedAt: Date | null }
  | { readonly kind: 'installation-deleted'; readonly installationId: number }
  | { readonly kind: 'authorization-revoked'; readonly userId: number }
  /** Logged, nothing else. */
  | { readonly kind: 'audit' }
  /** Meant for another App: logged, nothing else. */
  | { readonly kind: 'other-app' };

/** `malformed`: not the shape that the platform documents for this event. */
export type EventRefusal = 'malformed';

/** What an event says of itself, for the log. Texts that `wordOf` does not take become null. */
export interface EventWords {
  readonly action: string | null;
  readonly installationId: number | null;
  readonly account: string | null;
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const fieldsIn = (payload: Fields, name: string): Fields | null => {
  const value = Object.hasOwn(payload, name) ? payload[name] : undefined;
  return isFields(value) ? value : null;
};

/**
 * What a delivery asks for. Events and actions that are not known here are acknowledged: the platform adds new
 * ones. Specification: Events.
 */
export function parseEvent(name: string, payload: unknown, appId: number): Result<WebhookEvent, EventRefusal> {
  if (!isFields(payload)) return refuse('malformed');
  if ('action' in payload && typeof payload.action !== 'string') return refuse('malformed');

  if (name === 'github_app_authorization' && payload.action === 'revoked') {
    const userId = knownAsId(fieldsIn(payload, 'sender')?.id);
    return userId === null ? refuse('malformed') : ok({ kind: 'authorization-revoked', userId });
  }
  const kind = installationEventKind(name, payload.action);
  if (kind === null) return ok({ kind: 'audit' });

  const installation = fieldsIn(payload, 'installation');
  const installationId = knownAsId(installation?.id);
  if (installation === null || installationId === null) return refuse('malformed');
  if ('app_id' in installation && installation.app_id !== appId) return ok({ kind: 'other-app' });
  if (kind === 'suspended') {
    return ok({ kind: 'installation-suspended', installationId, suspendedAt: instantOf(installation.suspended_at) });
  }
  if (kind === 'deleted') return ok({ kind: 'installation-deleted', installationId });
  return ok({ kind: 'installation-changed', installationId, repositoriesToo: kind === 'changed-with-repositories' });
}

/** The words of a delivery that its log line repeats. */
export function wordsOf(payload: unknown): EventWords {
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

type InstallationEventKind = 'changed' | 'changed-with-repositories' | 'suspended' | 'deleted';

function installationEventKind(name: string, action: unknown): InstallationEventKind | null {
  switch (`${name}.${String(action)}`) {
    case 'installation.created':
    case 'installation.unsuspend':
    case 'installation_repositories.added':
    case 'installation_repositories.removed':
    // The names of repositories begin with that of their owner.
    case 'installation_target.renamed':
      return 'changed-with-repositories';
    case 'installation.new_permissions_accepted':
      return 'changed';
    case 'installation.suspend':
      return 'suspended';
    case 'installation.deleted':
      return 'deleted';
  }
  return null;
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
