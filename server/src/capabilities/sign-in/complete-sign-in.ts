import type { Outage } from '@orgdesk/contract';
import { reacceptReturnTo } from '../../domain/return-to.ts';
import { type Session, type SessionId, type SessionKey, sessionExpiry, type TokenGrant } from '../../domain/session.ts';
import type { InstallationSync } from '../../installation-cache/installation-sync.ts';
import type { CodeHost } from '../../ports/code-host/code-host.ts';
import type { Observations, SignInEnd } from '../../ports/operators/observations.ts';
import type { Observation } from '../../ports/storage/installations.ts';
import type { SessionStore, SignInRecord } from '../../ports/storage/sessions.ts';
import type { Clock, Entropy, Log } from '../../ports/system.ts';
import { outageOf, SIGN_IN_FAILED } from '../../refusals.ts';
import { hashOf, makeSessionId, pkceOf, sameSecret, sessionKeyOf } from '../../security/secrets.ts';
import type { FlowState, StateTokens } from '../../security/state-token.ts';
import { clientNameOf } from './client-name.ts';
import type { SignInRefusal } from './messages.ts';
import { redirectUriOf } from './start-sign-in.ts';

export interface CompleteSignInDeps {
  readonly codeHost: Pick<CodeHost, 'exchangeCode' | 'profile' | 'installationsOf'>;
  readonly sessions: Pick<SessionStore, 'signIn' | 'find' | 'useState'>;
  readonly cache: Pick<InstallationSync, 'observe'>;
  readonly stateTokens: Pick<StateTokens, 'verify'>;
  readonly signingKey: Uint8Array;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly log: Log;
  readonly origin: string;
  readonly observations: Pick<Observations, 'noteSignIn'>;
}

export interface Callback {
  readonly state: string;
  readonly code: string;
  readonly csrfCookies: readonly string[];
  /** A web sign-in ends this session (decision S9); a mobile one does not (S19). */
  readonly formerSession: SessionKey | null;
  /** Null if missing. */
  readonly userAgent: string | null;
}

/** `mode` is null without a valid state. */
export interface ReturnPath {
  readonly mode: 'web' | 'mobile' | null;
  readonly returnTo: string;
}

export type SignInOutcome =
  | ({ readonly kind: 'signed-in'; readonly id: SessionId; readonly session: Session } & ReturnPath)
  /** The installation callback handles this state. */
  | { readonly kind: 'installation' }
  | ({ readonly kind: 'refused'; readonly refusal: SignInRefusal; readonly outage: Outage | null } & ReturnPath);

const UNKNOWN: ReturnPath = { mode: null, returnTo: '/' };

/**
 * Stores everything in one transaction. Checks in the order of decision S5: state missing, state invalid, installation
 * state, code missing, CSRF, use of the state, exchange. A state is valid once, on any instance.
 */
export function createCompleteSignIn(deps: CompleteSignInDeps) {
  const { codeHost, sessions, cache, stateTokens, signingKey, clock, entropy, log, origin, observations } = deps;

  return async (callback: Callback): Promise<SignInOutcome> => {
    const outcome = await complete(callback);
    const noted = notedAs(outcome);
    if (noted !== null) observations.noteSignIn(noted);
    return outcome;
  };

  async function complete({ state, code, csrfCookies, formerSession, userAgent }: Callback): Promise<SignInOutcome> {
    if (state === '') return refused('state-missing', UNKNOWN);
    const verified = await stateTokens.verify(state);
    if (!verified.ok) {
      const { refusal } = verified;
      return refused('state-invalid', refusal.kind === 'expired' ? returnPathOf(refusal.state, origin) : UNKNOWN);
    }
    const flow = verified.value.state;
    if (flow.type === 'install') return { kind: 'installation' };

    const path = returnPathOf(flow, origin);
    if (code === '') return refused('code-missing', path);
    if (!csrfCookies.some((cookie) => sameSecret(cookie, flow.csrf))) return refused('csrf-mismatch', path);
    // Uses the CSRF value, because a token has several encodings.
    if (!(await sessions.useState(hashOf(flow.csrf), verified.value.expiresAt))) return refused('state-invalid', path);

    const { verifier } = pkceOf(flow.csrf, signingKey);
    const [exchanged, observation] = await Promise.all([
      codeHost.exchangeCode({ code, codeVerifier: verifier, redirectUri: redirectUriOf(origin) }),
      // Taken concurrently to save a round trip later.
      cache.observe(),
    ]);
    if (!exchanged.ok) {
      log.warn({ refusal: exchanged.refusal }, 'the code host rejected an authorization code');
      return refused(SIGN_IN_FAILED, path, outageOf(exchanged.refusal));
    }
    const replaces = flow.mode === 'web' ? formerSession : null;
    const stored = await storeSignIn(exchanged.value, observation, { replaces, client: clientNameOf(userAgent) });
    return 'outage' in stored
      ? refused(SIGN_IN_FAILED, path, stored.outage)
      : { kind: 'signed-in', ...stored, ...path };
  }

  async function storeSignIn(
    grant: TokenGrant,
    observation: Observation,
    { replaces, client }: Pick<SignInRecord, 'replaces' | 'client'>,
  ) {
    const [profile, installations] = await Promise.all([
      codeHost.profile(grant.accessToken),
      codeHost.installationsOf(grant.accessToken),
    ]);
    if (!profile.ok || !installations.ok) {
      const refusals = [profile, installations].flatMap((answer) => (answer.ok ? [] : [answer.refusal]));
      log.warn({ refusals }, 'could not read the profile of the person who signed in');
      return { outage: refusals.map(outageOf).find((outage) => outage !== null) ?? null };
    }
    const createdAt = clock.now();
    const id = makeSessionId(entropy);
    const key = sessionKeyOf(id);
    await sessions.signIn({
      key,
      grant,
      profile: profile.value,
      installations: installations.value.filter(({ accountType }) => accountType === 'organization'),
      observation,
      createdAt,
      expiresAt: sessionExpiry(createdAt, grant.accessTokenExpiresAt),
      client,
      replaces,
    });
    const session = await sessions.find(key, createdAt);
    return session === null ? { outage: null } : { id, session };
  }
}

/** Returns null for requests that anyone can make and for cancelled sign-ins. */
function notedAs(outcome: SignInOutcome): SignInEnd | null {
  if (outcome.kind === 'installation') return null;
  if (outcome.kind === 'signed-in') return 'signed-in';
  switch (outcome.refusal) {
    case 'state-missing':
    case 'code-missing':
      return null;
    case 'state-invalid':
    case 'csrf-mismatch':
      return 'state-refused';
    case SIGN_IN_FAILED:
      return outcome.outage === 'app-refused' ? 'app-refused' : 'failed';
  }
}

const refused = (refusal: SignInRefusal, path: ReturnPath, outage: Outage | null = null): SignInOutcome => ({
  kind: 'refused',
  refusal,
  outage,
  ...path,
});

function returnPathOf(flow: FlowState, origin: string): ReturnPath {
  const mode = flow.type === 'oauth' ? flow.mode : null;
  return { mode, returnTo: reacceptReturnTo(flow.returnTo, origin) };
}
