import { setTimeout as delay } from 'node:timers/promises';
import { SEEN_EVENTS_KEPT_MS, WEBHOOK_LIMIT_MS, WEBHOOK_LIST_WAIT_MS } from '../../domain/limits.ts';
import { ok, type Result, refuse } from '../../domain/result.ts';
import type { RefreshInstallation } from '../../installation-cache/looks.ts';
import type { RefreshRepositories } from '../../installation-cache/repository-lists.ts';
import type { EventStore, FirstSight, InstallationStore } from '../../ports/storage.ts';
import type { Log } from '../../ports/system.ts';
import { createEndRevokedSessions, type EndRevokedSessionsDeps } from './end-revoked-sessions.ts';
import type { WebhookEvent } from './event.ts';

export interface ApplyEventDeps extends EndRevokedSessionsDeps {
  readonly installations: Pick<InstallationStore, 'observe' | 'suspend' | 'remove' | 'markRepositoriesStale'>;
  readonly events: EventStore;
  readonly refreshInstallation: RefreshInstallation;
  readonly refreshRepositories: RefreshRepositories;
  readonly log: Log;
}

/** An event as it was delivered. */
export interface DeliveredEvent {
  readonly event: WebhookEvent;
  /** Names the signed body; null where nobody signs. */
  readonly bodyHash: string | null;
}

/**
 * `not-processed`: the code host did not tell. `late`: it, or the database, takes too long; what is under way goes on. A
 * redelivery or the next comparison heals both.
 */
export type ApplyEventRefusal = 'not-processed' | 'late';

/**
 * Brings the cache to what the code host says about the subject of an event.
 *
 * An event says that something changed, not what is true now: it may be late, repeated or overtaken. So the
 * truth is fetched, and stored by the order of looks. Two exceptions follow the specification, "Always": a signed
 * `deleted` removes without a look, since IDs are never given again, and `suspend` is recorded from the event when the
 * code host cannot be asked. What is believed counts as of the first sight of its body, so that a copy changes nothing
 * that happened since. A long repository list goes on after the answer; until it is stored, the
 * record says that it is stale.
 */
export function createApplyEvent(deps: ApplyEventDeps) {
  const { installations, events, refreshInstallation, refreshRepositories, clock, log } = deps;
  const endRevokedSessions = createEndRevokedSessions(deps);

  return async (delivered: DeliveredEvent): Promise<Result<void, ApplyEventRefusal>> => {
    const timer = new AbortController();
    const late = delay(WEBHOOK_LIMIT_MS, refuse('late' as const), { signal: timer.signal });
    late.catch(() => {});
    const done = apply(delivered);
    done.catch((error: unknown) => log.error({ err: error }, '[webhook] an event could not be processed'));
    try {
      return await Promise.race([done, late]);
    } finally {
      timer.abort();
    }
  };

  async function apply({ event, bodyHash }: DeliveredEvent): Promise<Result<void, ApplyEventRefusal>> {
    switch (event.kind) {
      case 'installation-changed':
        return changed(event.installationId, event.repositoriesToo);
      case 'installation-suspended':
        return suspended(event.installationId, event.suspendedAt, await firstSight(bodyHash));
      case 'installation-deleted':
        return deleted(event.installationId, bodyHash !== null);
      case 'authorization-revoked':
        return revoked(event.userId, await firstSight(bodyHash));
      case 'audit':
      case 'other-app':
        return ok(undefined);
    }
  }

  async function changed(installationId: number, repositoriesToo: boolean) {
    // First of all, so that a crash from here on cannot make anybody forget it.
    if (repositoriesToo) await installations.markRepositoriesStale([installationId]);
    const outcome = await refreshInstallation(installationId);
    if (!outcome.ok) return refuse('not-processed' as const);
    if (repositoriesToo && outcome.value === 'stored') {
      const listed = refreshRepositories(installationId);
      listed.catch((error: unknown) => log.error({ err: error }, '[webhook] a repository list could not be stored'));
      // The mark outlives this process: whoever comes next fetches the list, if it is not stored by then.
      await Promise.race([listed, delay(WEBHOOK_LIST_WAIT_MS, undefined, { ref: false })]);
    }
    return ok(undefined);
  }

  /** Two have to say so: the signature and the event, or the event and a look. */
  async function deleted(installationId: number, signed: boolean) {
    const look = signed ? ok('gone' as const) : await refreshInstallation(installationId);
    if (!look.ok) return refuse('not-processed' as const);
    if (look.value !== 'stored') await installations.remove(installationId, await installations.observe());
    return ok(undefined);
  }

  async function suspended(installationId: number, suspendedAt: Date | null, { observation }: FirstSight) {
    const now = clock.now();
    const outcome = await refreshInstallation(installationId);
    // What is older than the memory of bodies may be a copy of one that was forgotten.
    const believed = suspendedAt === null || now.getTime() - suspendedAt.getTime() < SEEN_EVENTS_KEPT_MS;
    if (!outcome.ok && believed) {
      await installations.suspend(installationId, suspendedAt ?? now, observation, now);
    }
    return ok(undefined);
  }

  async function revoked(userId: number, { at }: FirstSight) {
    const ended = await endRevokedSessions(userId, at);
    if (!ended.ok) return ended;
    log.info({ userId, sessions: ended.value }, '[webhook] authorization revoked: sessions ended');
    return ok(undefined);
  }

  /** Without a signature everybody makes bodies as they like: each counts as seen for the first time. */
  async function firstSight(bodyHash: string | null): Promise<FirstSight> {
    if (bodyHash !== null) return events.firstSight(bodyHash, clock.now());
    return { at: clock.now(), observation: await installations.observe() };
  }
}
