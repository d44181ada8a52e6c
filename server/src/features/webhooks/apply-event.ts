import { WEBHOOK_LIMIT_MS } from '@orgdesk/contract/limits';
import type { Audit } from '../../audit/services.ts';
import { readInstallations } from '../../code-host/app/installations.ts';
import type { CodeHost } from '../../code-host/code-host.ts';
import { outageIn } from '../../database/engines/engine.ts';
import type { AuditEvent } from '../../domain/audit-entry.ts';
import type { Runtime } from '../../domain/runtime.ts';
import { HOST_REFUSAL_MAPPINGS } from '../../http/refusals.ts';
import type { Jobs } from '../../jobs/services.ts';
import { SEEN_EVENTS_KEPT_MS, WEBHOOK_LIST_WAIT_MS } from '../../lib/limits/installations.ts';
import { ok, type Result, refuse, withinLimit } from '../../lib/result.ts';
import { hashOf, type SessionKey } from '../../lib/secrets.ts';
import type { Sessions } from '../../sessions/services.ts';
import type { InstallationCache } from '../installations/installation-cache.ts';
import type { WebhookEvent } from './event.ts';
import type { EventStore } from './store.ts';

export interface WebhookServices {
  readonly runtime: Runtime;
  readonly codeHost: CodeHost;
  readonly sessions: Sessions;
  readonly audit: Audit;
  readonly jobs: Pick<Jobs, 'appWork'>;
  readonly cache: InstallationCache;
  readonly events: EventStore;
  /** If null, accepts every delivery unchecked, as specified, with a warning each time. */
  readonly webhookSecret: string | null;
  /** Deliveries for other Apps are acknowledged and ignored. */
  readonly appId: number;
  readonly appSlug: string;
}

export interface RepeatedEvent {
  readonly entry: AuditEvent;
  readonly bodyHash: string;
  /** From the header. */
  readonly event: string;
  /** From the body; null if it has none. */
  readonly installationId: number | null;
}

type HoldRepeated = (repeated: RepeatedEvent) => void;

interface DeliveredEvent {
  readonly event: WebhookEvent;
  /** Null if unsigned or not recorded. */
  readonly entry: AuditEvent | null;
  /** Identifies copies; null if unsigned. */
  readonly signedBody: Uint8Array | null;
  /** From the header. */
  readonly name: string;
  /** From the body; null if it has none. */
  readonly installationId: number | null;
}

const WITHOUT_EFFECT = ['audit', 'other-app', 'other-event'] as const;
type EventOf<Kind extends WebhookEvent['kind']> = Extract<WebhookEvent, { readonly kind: Kind }>;
type EffectiveEvent = Exclude<WebhookEvent, { readonly kind: (typeof WITHOUT_EFFECT)[number] }>;

const hasEffect = (event: WebhookEvent): event is EffectiveEvent => WITHOUT_EFFECT.every((kind) => kind !== event.kind);

/**
 * `not-processed`: the code host could not be read. `late`: processing continues. A redelivery or comparison repairs
 * all.
 */
type ApplyEventRefusal = 'not-processed' | 'not-stored' | 'late';

/**
 * Updates the cache after an event.
 *
 * Events may be late, repeated or out of order, so the current state is fetched. Two exceptions follow the
 * specification, "Always": a signed `deleted` removes without a fetch, because IDs are never reused, and `suspend` is
 * recorded if the code host cannot be read. Both count from the body's first receipt, so copies change nothing. Long
 * lists are fetched after the response.
 */
export async function applyEvent(
  services: WebhookServices,
  hold: HoldRepeated,
  { event, entry, signedBody, name, installationId }: DeliveredEvent,
): Promise<Result<void, ApplyEventRefusal>> {
  const bodyHash = memo(() => (signedBody === null ? null : hashOf(signedBody)));
  const isEffective = hasEffect(event);
  // Skips hashing, which costs as much as the signature check.
  if (!isEffective && entry === null) return ok(undefined);
  const recorded =
    entry === null ? NOTHING : record(services, hold, entry, bodyHash(), { event: name, installationId });
  const applied = isEffective ? apply(services, event, signedBody !== null, bodyHash) : NOTHING;
  const done = Promise.all([applied, recorded]).then(([of, recordResult]) => (of.ok ? recordResult : of));
  done.catch((error: unknown) => services.runtime.log.error({ err: error }, '[webhook] could not process an event'));
  const answered = await withinLimit(done, WEBHOOK_LIMIT_MS);
  return answered.ok ? answered.value : answered;
}

/** After a failure, the event is delivered again. */
async function record(
  { runtime, audit }: WebhookServices,
  hold: HoldRepeated,
  entry: AuditEvent,
  bodyHash: string | null,
  of: Pick<RepeatedEvent, 'event' | 'installationId'>,
): Promise<Result<void, 'not-stored'>> {
  const { clock, log, observations } = runtime;
  const print = printOf(entry);
  const hash = print ?? bodyHash;
  try {
    if (hash === null) await audit.trail.record([entry], clock.now());
    else if (!(await audit.trail.recordFirst(entry, clock.now(), { hash, isShared: print !== null })))
      hold({ entry, bodyHash: hash, ...of });
    return ok(undefined);
  } catch (error) {
    observations.noteTrailFailure('event');
    log.error({ err: error, delivery: entry.deliveryId }, '[webhook] could not write to the audit log');
    // The error handler names the outage.
    if (outageIn(error) !== null) throw error;
    return refuse('not-stored');
  }
}

async function apply(
  services: WebhookServices,
  event: EffectiveEvent,
  isSigned: boolean,
  bodyHash: () => string | null,
): Promise<Result<void, ApplyEventRefusal>> {
  const { cache } = services;
  switch (event.kind) {
    case 'installation-changed':
      return changed(cache, event);
    case 'installation-suspended':
      return suspended(services, event.installationId, event.suspendedAt, bodyHash());
    case 'installation-deleted':
      return deleted(cache, event.installationId, isSigned);
    case 'repositories-changed':
      await cache.noteStaleList(event.installationId);
      return ok(undefined);
    case 'installation-unnamed':
      await cache.compareSoon();
      return ok(undefined);
    case 'authorization-revoked':
      return revoked(services, event.userId, bodyHash());
  }
}

async function changed(
  cache: InstallationCache,
  { installationId, repositoriesToo, isNew }: EventOf<'installation-changed'>,
) {
  const synced = await (repositoriesToo
    ? cache.syncRepositories(installationId, WEBHOOK_LIST_WAIT_MS)
    : cache.sync(installationId));
  // The event may arrive before the code host shows what it is about.
  if (isNew && synced.ok && synced.value !== 'stored') await cache.compareSoon();
  return synced.ok ? ok(undefined) : refuse('not-processed' as const);
}

/** Requires two sources: signature and event, or event and fetch. */
async function deleted(cache: InstallationCache, installationId: number, signed: boolean) {
  if (!signed) {
    const synced = await cache.sync(installationId);
    if (!synced.ok) return refuse('not-processed' as const);
    if (synced.value === 'stored') return ok(undefined);
  }
  await cache.forget(installationId);
  return ok(undefined);
}

async function suspended(
  { runtime, cache, events }: WebhookServices,
  installationId: number,
  suspendedAt: Date | null,
  bodyHash: string | null,
) {
  const { clock } = runtime;
  const { observation } = await events.firstReceipt(bodyHash, clock.now());
  const now = clock.now();
  const synced = await cache.sync(installationId);
  // Older events may be copies whose hash was removed.
  const believed = suspendedAt === null || now.getTime() - suspendedAt.getTime() < SEEN_EVENTS_KEPT_MS;
  if (!synced.ok && believed) await cache.suspend(installationId, suspendedAt ?? now, observation);
  return ok(undefined);
}

async function revoked(services: WebhookServices, userId: number, bodyHash: string | null) {
  const { clock, log } = services.runtime;
  const { at } = await services.events.firstReceipt(bodyHash, clock.now());
  const ended = await endRevokedSessions(services, userId, at);
  if (!ended.ok) return ended;
  log.info({ userId, sessions: ended.value }, '[webhook] authorization revoked: sessions ended');
  return ok(undefined);
}

/**
 * Ends a user's sessions and returns how many. Copies and later revocations have identical bodies, so only sessions
 * older than the first receipt end at once (decision S17); newer ones end if the code host rejects their token.
 */
async function endRevokedSessions(
  { runtime, codeHost, sessions, jobs }: WebhookServices,
  userId: number,
  firstSeenAt: Date,
): Promise<Result<number, 'not-processed'>> {
  const accepted: SessionKey[] = [];
  let ended = await sessions.store.deleteOfUser(userId, firstSeenAt);
  const newer = await sessions.store.keysOfUser(userId);
  // Sessions that are over cannot be asked.
  await jobs.appWork.withdraw(userId, { except: newer });
  for (const key of newer) {
    const session = await sessions.store.find(key, runtime.clock.now());
    const fresh = session === null ? null : await sessions.fresh(session);
    if (!fresh?.ok) continue;
    const seen = await readInstallations(codeHost.as({ token: fresh.value.grant.accessToken }));
    if (seen.ok) {
      accepted.push(key);
      continue;
    }
    const { revocation } = HOST_REFUSAL_MAPPINGS[seen.refusal.kind];
    if (revocation === 'not-processed') return refuse(revocation);
    if (await sessions.store.delete(key)) ended += 1;
  }
  await jobs.appWork.withdraw(userId, { except: accepted });
  return ok(ended);
}

/** A rename sends two events. */
const printOf = ({ action, organization, before, after }: AuditEvent): string | null =>
  action === 'organization.renamed' ? hashOf(JSON.stringify([organization.id, before, after])) : null;

const NOTHING = Promise.resolve(ok(undefined));

function memo<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
