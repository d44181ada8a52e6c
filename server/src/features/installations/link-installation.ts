import type { CodeHost } from '../../code-host/code-host.ts';
import type { Session } from '../../domain/session.ts';
import { HOST_REFUSAL_MAPPINGS } from '../../http/refusals.ts';
import { createSingleFlight } from '../../lib/concurrency/single-flight.ts';
import type { HostToken } from '../../lib/crypto/credentials.ts';
import { ok, type Result, refuse } from '../../lib/result.ts';
import type { Clock, Log } from '../../lib/system.ts';
import type { FreshSession } from '../../sessions/fresh-session.ts';
import type { SessionStore } from '../../sessions/store/types.ts';
import type { InstallationSync, Observed } from './cache/installation-sync.ts';

export interface LinkInstallationDeps {
  readonly codeHost: Pick<CodeHost, 'installationsOf'>;
  readonly sessions: Pick<SessionStore, 'linkInstallation'>;
  readonly cache: Pick<InstallationSync, 'fetchObserved'>;
  readonly freshSession: FreshSession;
  readonly clock: Clock;
  readonly log: Log;
}

export type LinkRefusal = 'not-found' | 'no-session' | 'failed' | 'away' | 'limited';

/**
 * Links an installation that the code host lists for the session's own token (decision I1). Makes no other request, so
 * timing reveals nothing (decision I11).
 */
export function createLinkInstallation(deps: LinkInstallationDeps) {
  const { codeHost, sessions, cache, freshSession, clock, log } = deps;
  const sharedFetches = createSingleFlight<HostToken, Observed<Awaited<ReturnType<CodeHost['installationsOf']>>>>();

  return async (session: Session, installationId: number): Promise<Result<void, LinkRefusal>> => {
    const fresh = await freshSession(session);
    if (!fresh.ok) return refuse('no-session');

    const { accessToken } = fresh.value.grant;
    const { answer: visible, observation } = await sharedFetches(accessToken, () =>
      cache.fetchObserved(() => codeHost.installationsOf(accessToken)),
    );
    if (!visible.ok) {
      const { linking } = HOST_REFUSAL_MAPPINGS[visible.refusal.kind];
      if (linking !== 'no-session') {
        log.warn({ installationId, refusal: visible.refusal }, "could not list a user's installations");
      }
      return refuse(linking);
    }
    const own = visible.value.find(({ id }) => id === installationId);
    if (own === undefined) return refuse('not-found');
    const linked = await sessions.linkInstallation(session.key, own, observation, clock.now());
    return linked ? ok(undefined) : refuse('not-found');
  };
}
