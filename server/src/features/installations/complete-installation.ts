import { parseInstallationId } from '../../domain/installation.ts';
import type { Session } from '../../domain/session.ts';
import type { SessionKey } from '../../lib/crypto/credentials.ts';
import { sameSecret } from '../../lib/crypto/secrets.ts';
import type { Signing } from '../../lib/crypto/signing.ts';
import type { InstallState } from '../../lib/crypto/state-token.ts';
import { ok, type Result, refuse } from '../../lib/result.ts';
import { reacceptReturnTo } from '../../lib/return-to.ts';
import type { InstallationServices, LinkInstallation } from './link-installation.ts';
import type { InstallationRefusal } from './messages.ts';

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
