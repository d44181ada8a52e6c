import type { CodeHost } from '../../code-host/code-host.ts';
import type { Runtime } from '../../domain/runtime.ts';
import type { Session } from '../../domain/session.ts';
import { HOST_REFUSAL_MAPPINGS } from '../../http/refusals.ts';
import { createSingleFlight } from '../../lib/concurrency/single-flight.ts';
import type { HostToken } from '../../lib/crypto/credentials.ts';
import type { Signing } from '../../lib/crypto/signing.ts';
import { ok, type Result, refuse } from '../../lib/result.ts';
import type { Sessions } from '../../sessions/services.ts';
import type { InstallationCache } from './cache/installation-cache.ts';
import { fetchObserved, type Observed } from './cache/installation-sync.ts';

export interface InstallationServices {
  readonly runtime: Runtime;
  readonly codeHost: CodeHost;
  readonly sessions: Sessions;
  readonly signing: Signing;
  readonly cache: InstallationCache;
}

export type LinkInstallation = ReturnType<typeof createLinkInstallation>;

export type LinkRefusal = 'not-found' | 'no-session' | 'failed' | 'away' | 'limited';

/**
 * Links an installation that the code host lists for the session's own token (decision I1). Makes no other request, so
 * timing reveals nothing (decision I11).
 */
export function createLinkInstallation({ runtime, codeHost, sessions }: InstallationServices) {
  const { clock, log } = runtime;
  const sharedFetches = createSingleFlight<HostToken, Observed<Awaited<ReturnType<CodeHost['installationsOf']>>>>();

  return async (session: Session, installationId: number): Promise<Result<void, LinkRefusal>> => {
    const fresh = await sessions.fresh(session);
    if (!fresh.ok) return refuse('no-session');

    const { accessToken } = fresh.value.grant;
    const { answer: visible, observation } = await sharedFetches(accessToken, () =>
      fetchObserved(sessions.installations, () => codeHost.installationsOf(accessToken)),
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
    const linked = await sessions.store.linkInstallation(session.key, own, observation, clock.now());
    return linked ? ok(undefined) : refuse('not-found');
  };
}
