import { ok, type Result, refuse } from '../../domain/result.ts';
import type { HostToken, Session } from '../../domain/session.ts';
import { createSharedLooks } from '../../installation-cache/bounded-looks.ts';
import type { Look, Looks } from '../../installation-cache/looks.ts';
import type { CodeHost } from '../../ports/code-host/code-host.ts';
import type { SessionStore } from '../../ports/storage/sessions.ts';
import type { Clock, Log } from '../../ports/system.ts';
import { TOLD } from '../../refusals.ts';
import type { FreshSession } from '../../sessions/fresh-session.ts';

export interface LinkInstallationDeps {
  readonly codeHost: Pick<CodeHost, 'installationsOf'>;
  readonly sessions: Pick<SessionStore, 'linkInstallation'>;
  readonly cache: Pick<Looks, 'look'>;
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
  const sharedLooks = createSharedLooks<HostToken, Look<Awaited<ReturnType<CodeHost['installationsOf']>>>>();

  return async (session: Session, installationId: number): Promise<Result<void, LinkRefusal>> => {
    const fresh = await freshSession(session);
    if (!fresh.ok) return refuse('no-session');

    const { accessToken } = fresh.value.grant;
    const { answer: visible, observation } = await sharedLooks(accessToken, () =>
      cache.look(() => codeHost.installationsOf(accessToken)),
    );
    if (!visible.ok) {
      const { linking } = TOLD[visible.refusal.kind];
      if (linking !== 'no-session') {
        log.warn({ installationId, refusal: visible.refusal }, 'the installations of a user could not be listed');
      }
      return refuse(linking);
    }
    const own = visible.value.find(({ id }) => id === installationId);
    if (own === undefined) return refuse('not-found');
    const linked = await sessions.linkInstallation(session.key, own, observation, clock.now());
    return linked ? ok(undefined) : refuse('not-found');
  };
}
