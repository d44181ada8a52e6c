import type { Installation } from '../../domain/installation.ts';
import { ok, type Result, refuse } from '../../domain/result.ts';
import type { HostToken, Session } from '../../domain/session.ts';
import { createSharedLooks } from '../../installation-cache/bounded-looks.ts';
import type { CodeHost, HostRefusal } from '../../ports/code-host.ts';
import type { InstallationStore, Observation, SessionStore } from '../../ports/storage.ts';
import type { Clock, Log } from '../../ports/system.ts';
import type { FreshSession } from '../../sessions/fresh-session.ts';

export interface LinkInstallationDeps {
  readonly codeHost: Pick<CodeHost, 'installationsOf'>;
  readonly sessions: Pick<SessionStore, 'linkInstallation'>;
  readonly installations: Pick<InstallationStore, 'observe'>;
  readonly freshSession: FreshSession;
  readonly clock: Clock;
  readonly log: Log;
}

export type LinkRefusal = 'not-found' | 'no-session' | 'failed';

/**
 * Links an installation to a session, if it is the user's to link.
 *
 * That it exists is not enough, since anybody can make up an ID: it has to be in the list that the
 * code host shows to the session's own token, on any page (decision I1). Nothing else is asked: how long the answer
 * takes tells nothing of an ID that is not in it (decision I11). However many ask for one session at once, one list of
 * it is read at a time.
 */
export function createLinkInstallation(deps: LinkInstallationDeps) {
  const { codeHost, sessions, installations, freshSession, clock, log } = deps;
  const sharedLooks = createSharedLooks<HostToken, Result<SeenList, HostRefusal>>();

  return async (session: Session, installationId: number): Promise<Result<void, LinkRefusal>> => {
    const fresh = await freshSession(session);
    if (!fresh.ok) return refuse('no-session');

    const { accessToken } = fresh.value.grant;
    const seen = await sharedLooks(accessToken, async () => {
      const observation = await installations.observe();
      const visible = await codeHost.installationsOf(accessToken);
      return visible.ok ? ok({ visible: visible.value, observation }) : visible;
    });
    if (!seen.ok) {
      if (seen.refusal.kind === 'unauthorized') return refuse('no-session');
      log.warn({ installationId, refusal: seen.refusal }, 'the installations of a user could not be listed');
      return refuse('failed');
    }
    const own = seen.value.visible.find(({ id }) => id === installationId);
    if (own === undefined) return refuse('not-found');
    const linked = await sessions.linkInstallation(session.key, own, seen.value.observation, clock.now());
    return linked ? ok(undefined) : refuse('not-found');
  };
}

interface SeenList {
  readonly visible: readonly Installation[];
  readonly observation: Observation;
}
