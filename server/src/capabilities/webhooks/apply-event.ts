import { setTimeout as delay } from 'node:timers/promises';
import { WEBHOOK_LIMIT_MS, WEBHOOK_LIST_WAIT_MS } from '../../domain/limits.ts';
import { ok, type Result, refuse } from '../../domain/result.ts';
import type { InstallationStore, SessionStore } from '../../ports/storage.ts';
import type { Clock, Log } from '../../ports/system.ts';
import type { RefreshedInstallation } from '../../upkeep/refresh-installation.ts';
import type { RefreshRepositories } from '../../upkeep/refresh-repositories.ts';
import type { WebhookEvent } from './event.ts';

export interface ApplyEventDeps {
  readonly installations: Pick<InstallationStore, 'observe' | 'suspend' | 'remove' | 'markRepositoriesStale'>;
  readonly sessions: Pick<SessionStore, 'deleteOfUser'>;
  readonly refreshInstallation: (installationId: number) => Promise<RefreshedInstallation>;
  readonly refreshRepositories: RefreshRepositories;
  readonly clock: Clock;
  readonly log: Log;
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
 * code host cannot be asked. A long repository list goes on after the answer; until it is stored, the
 * record says that it is stale.
 */
export function createApplyEvent(deps: ApplyEventDeps) {
  const { installations, sessions, refreshInstallation, refreshRepositories, clock, log } = deps;

  return async (event: WebhookEvent, signed: boolean): Promise<Result<void, ApplyEventRefusal>> => {
    const timer = new AbortController();
    const late = delay(WEBHOOK_LIMIT_MS, refuse('late' as const), { signal: timer.signal });
    late.catch(() => {});
    const done = apply(event, signed);
    done.catch((error: unknown) => log.error({ err: error }, '[webhook] an event could not be processed'));
    try {
      return await Promise.race([done, late]);
    } finally {
      timer.abort();
    }
  };

  async function apply(event: WebhookEvent, signed: boolean): Promise<Result<void, ApplyEventRefusal>> {
    switch (event.kind) {
      case 'installation-changed':
        return changed(event.installationId, event.repositoriesToo);
      case 'installation-suspended':
        return suspended(event.installationId, event.suspendedAt ?? clock.now());
      case 'installation-deleted':
        if (!signed) return changed(event.installationId, false);
        await installations.remove(event.installationId, await installations.observe());
        return ok(undefined);
      case 'authorization-revoked': {
        const ended = await sessions.deleteOfUser(event.userId);
        log.info({ userId: event.userId, sessions: ended }, '[webhook] authorization revoked: sessions ended');
        return ok(undefined);
      }
      case 'audit':
      case 'other-app':
        return ok(undefined);
    }
  }

  async function changed(installationId: number, repositoriesToo: boolean) {
    // First of all, so that a crash from here on cannot make anybody forget it.
    if (repositoriesToo) await installations.markRepositoriesStale([installationId]);
    const outcome = await refreshInstallation(installationId);
    if (outcome === 'failed') return refuse('not-processed' as const);
    if (repositoriesToo && outcome === 'stored') {
      const listed = refreshRepositories(installationId);
      listed.catch((error: unknown) => log.error({ err: error }, '[webhook] a repository list could not be stored'));
      // The mark outlives this process: whoever comes next fetches the list, if it is not stored by then.
      await Promise.race([listed, delay(WEBHOOK_LIST_WAIT_MS, undefined, { ref: false })]);
    }
    return ok(undefined);
  }

  async function suspended(installationId: number, suspendedAt: Date) {
    const observation = await installations.observe();
    const outcome = await refreshInstallation(installationId);
    if (outcome === 'failed') await installations.suspend(installationId, suspendedAt, observation, clock.now());
    return ok(undefined);
  }
}
