import { parseInstallationId } from '../../domain/installation.ts';
import type { Session } from '../../domain/session.ts';
import type { SessionKey } from '../../lib/crypto/credentials.ts';
import { sameSecret } from '../../lib/crypto/secrets.ts';
import type { InstallState, StateTokens } from '../../lib/crypto/state-token.ts';
import { ok, type Result, refuse } from '../../lib/result.ts';
import { reacceptReturnTo } from '../../lib/return-to.ts';
import type { Clock } from '../../lib/system.ts';
import type { SessionStore } from '../../sessions/store/types.ts';
import type { createLinkInstallation } from './link-installation.ts';
import type { InstallationRefusal } from './messages.ts';

export interface CompleteInstallationDeps {
  readonly sessions: Pick<SessionStore, 'find'>;
  readonly stateTokens: Pick<StateTokens, 'verify'>;
  readonly linkInstallation: ReturnType<typeof createLinkInstallation>;
  readonly clock: Clock;
  readonly origin: string;
}

export interface InstallCallback {
  readonly state: string;
  readonly installationId: string;
  readonly csrfCookies: readonly string[];
  /** The request's own session, used if the one that started is gone. */
  readonly requestSession: SessionKey | null;
}

/** The address to redirect to, or the refusal. */
export type InstallOutcome = Result<string, { readonly reason: InstallationRefusal; readonly returnTo: string }>;

/** Idempotent. Checks in the specified order: parameters, state, CSRF, ID, session, ownership. */
export function createCompleteInstallation(deps: CompleteInstallationDeps) {
  const { sessions, stateTokens, linkInstallation, clock, origin } = deps;

  return async (callback: InstallCallback): Promise<InstallOutcome> => {
    const { state, installationId, csrfCookies } = callback;
    if (state === '') return refused('parameters-missing');
    const flow = await installStateIn(state);
    const returnTo = flow === null ? '/' : reacceptReturnTo(flow.returnTo, origin);
    if (installationId === '') return refused('parameters-missing', returnTo);
    if (flow === null) return refused('state-invalid');

    if (!csrfCookies.some((cookie) => sameSecret(cookie, flow.csrf))) return refused('csrf-mismatch', returnTo);
    const id = parseInstallationId(installationId);
    if (id === null) return refused('id-invalid', returnTo);

    const session = await sessionOf(flow, callback.requestSession);
    if (session === null) return refused('no-session', returnTo);
    const linked = await linkInstallation(session, id);
    return linked.ok ? ok(returnTo) : refused(linked.refusal, returnTo);
  };

  async function installStateIn(token: string): Promise<InstallState | null> {
    const verified = await stateTokens.verify(token);
    return verified.ok && verified.value.state.type === 'install' ? verified.value.state : null;
  }

  async function sessionOf(flow: InstallState, requestSession: SessionKey | null): Promise<Session | null> {
    const started = await sessions.find(flow.sessionId as SessionKey, clock.now());
    if (started !== null || requestSession === null) return started;
    return sessions.find(requestSession, clock.now());
  }
}

const refused = (reason: InstallationRefusal, returnTo = '/'): InstallOutcome => refuse({ reason, returnTo });
