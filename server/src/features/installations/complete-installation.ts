import { RETURN_TO_MAX_BYTES } from '@orgdesk/contract/limits';
import { readInstallations } from '../../code-host/app/installations.ts';
import type { CodeHost } from '../../code-host/code-host.ts';
import type { HostResult } from '../../domain/host-refusal.ts';
import { type Installation, parseInstallationId } from '../../domain/installation.ts';
import type { Runtime } from '../../domain/runtime.ts';
import type { Session } from '../../domain/session.ts';
import {
  HOST_REFUSAL_MAPPINGS,
  LINKING_FAILED,
  type RefusalResponse,
  SIGN_IN_AGAIN,
  SIGN_IN_FIRST,
} from '../../http/refusals.ts';
import { ok, type Result, refuse } from '../../lib/result.ts';
import { reacceptReturnTo } from '../../lib/return-to.ts';
import { type HostToken, type SessionKey, sameSecret } from '../../lib/secrets.ts';
import { createSingleFlight } from '../../lib/shared-reads.ts';
import type { InstallState, Signing } from '../../lib/state-token.ts';
import type { Sessions } from '../../sessions/services.ts';
import type { InstallationCache } from './installation-cache.ts';
import { fetchObserved, type Observed } from './installation-sync.ts';

export const startRefusalResponses = {
  'target-invalid': { status: 400, error: 'The targetId must be the ID of an organization or user.' },
  'return-to-too-long': {
    status: 400,
    error: `The returnTo URL is too long. The limit is ${RETURN_TO_MAX_BYTES / 1024} KB.`,
  },
} as const satisfies Readonly<Record<string, RefusalResponse>>;

/** Specification: Errors, Install callback. */
export const callbackRefusalResponses = {
  'parameters-missing': { status: 400, error: 'Something went wrong during app installation. Please try again.' },
  'state-invalid': { status: 400, error: 'Your installation session was invalid. Please try installing again.' },
  'csrf-mismatch': { status: 403, error: 'Your installation session expired. Please try installing again.' },
  'id-invalid': { status: 400, error: 'Invalid installation ID.' },
  'not-found': { status: 400, error: 'Invalid installation: it does not exist, or you have no access to it.' },
  'no-session': LINKING_FAILED['no-session'].callback,
  failed: LINKING_FAILED.failed.callback,
  away: LINKING_FAILED.away.callback,
  limited: LINKING_FAILED.limited.callback,
} as const satisfies Readonly<Record<string, RefusalResponse>>;

export type InstallationRefusal = keyof typeof callbackRefusalResponses;

/** Specification: Errors, Other endpoints. */
export const completeRefusalResponses = {
  'id-invalid': { status: 400, error: 'Invalid or missing installation ID.' },
  'not-found': { status: 404, error: 'Installation not found or not accessible.' },
  'no-session': LINKING_FAILED['no-session'].complete,
  failed: LINKING_FAILED.failed.complete,
  away: LINKING_FAILED.away.complete,
  limited: LINKING_FAILED.limited.complete,
} as const satisfies Readonly<Record<string, RefusalResponse>>;

/** An addition to the specification. */
export const requestsRefusalResponses = {
  'no-session': SIGN_IN_FIRST,
  'token-not-accepted': SIGN_IN_AGAIN,
  'rate-limited': HOST_REFUSAL_MAPPINGS['rate-limited'].ownersOnly,
  'not-told': HOST_REFUSAL_MAPPINGS.unreachable.ownersOnly,
} as const satisfies Readonly<Record<string, RefusalResponse>>;

export interface InstallationServices {
  readonly runtime: Runtime;
  readonly codeHost: CodeHost;
  readonly sessions: Sessions;
  readonly signing: Signing;
  readonly cache: InstallationCache;
}

type LinkInstallation = ReturnType<typeof createLinkInstallation>;

type LinkRefusal = 'not-found' | 'no-session' | 'failed' | 'away' | 'limited';

/**
 * Links an installation that the code host lists for the session's own token (decision I1). Makes no other request, so
 * timing reveals nothing (decision I11).
 */
export function createLinkInstallation({ runtime, codeHost, sessions }: InstallationServices) {
  const { clock, log } = runtime;
  const sharedFetches = createSingleFlight<HostToken, Observed<HostResult<readonly Installation[]>>>();

  return async (session: Session, installationId: number): Promise<Result<void, LinkRefusal>> => {
    const fresh = await sessions.fresh(session);
    if (!fresh.ok) return refuse('no-session');

    const { accessToken } = fresh.value.grant;
    const { answer: visible, observation } = await sharedFetches(accessToken, () =>
      fetchObserved(sessions.installations, () => readInstallations(codeHost.as({ token: accessToken }))),
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

interface InstallCallback {
  readonly state: string;
  readonly installationId: string;
  readonly csrfCookies: readonly string[];
  /** The request's own session, used if the one that started is gone. */
  readonly requestSession: SessionKey | null;
}

/** The address to redirect to, or the refusal. */
type InstallOutcome = Result<string, { readonly reason: InstallationRefusal; readonly returnTo: string }>;

/** Idempotent. Checks in the specified order: parameters, state, CSRF, ID, session, ownership. */
export async function completeInstallation(
  services: InstallationServices,
  linkInstallation: LinkInstallation,
  callback: InstallCallback,
): Promise<InstallOutcome> {
  const { signing } = services;
  const { state, installationId, csrfCookies } = callback;
  if (state === '') return refused('parameters-missing');
  const flow = await installStateIn(signing, state);
  const returnTo = flow === null ? '/' : reacceptReturnTo(flow.returnTo, signing.origin);
  if (installationId === '') return refused('parameters-missing', returnTo);
  if (flow === null) return refused('state-invalid');

  if (!csrfCookies.some((cookie) => sameSecret(cookie, flow.csrf))) return refused('csrf-mismatch', returnTo);
  const id = parseInstallationId(installationId);
  if (id === null) return refused('id-invalid', returnTo);

  const session = await sessionOf(services, flow, callback.requestSession);
  if (session === null) return refused('no-session', returnTo);
  const linked = await linkInstallation(session, id);
  return linked.ok ? ok(returnTo) : refused(linked.refusal, returnTo);
}

async function installStateIn({ stateTokens }: Signing, token: string): Promise<InstallState | null> {
  const verified = await stateTokens.verify(token);
  return verified.ok && verified.value.state.type === 'install' ? verified.value.state : null;
}

async function sessionOf(
  { runtime, sessions }: InstallationServices,
  flow: InstallState,
  requestSession: SessionKey | null,
): Promise<Session | null> {
  const started = await sessions.store.find(flow.sessionId as SessionKey, runtime.clock.now());
  if (started !== null || requestSession === null) return started;
  return sessions.store.find(requestSession, runtime.clock.now());
}

const refused = (reason: InstallationRefusal, returnTo = '/'): InstallOutcome => refuse({ reason, returnTo });
