import type { Outage } from '@orgdesk/contract';
import { reacceptReturnTo } from '../../domain/return-to.ts';
import { type Session, type SessionId, type SessionKey, sessionExpiry, type TokenGrant } from '../../domain/session.ts';
import type { Looks } from '../../installation-cache/looks.ts';
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
  readonly cache: Pick<Looks, 'observe'>;
  readonly stateTokens: Pick<StateTokens, 'verify'>;
  readonly signingKey: Uint8Array;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly log: Log;
  readonly origin: string;
  readonly observations: Pick<Observations, 'noteSignIn'>;
}

/** What the browser brought back. */
export interface Callback {
  readonly state: string;
  readonly code: string;
  /** Every value sent under the CSRF cookie's name. */
  readonly csrfCookies: readonly string[];
  /** The session the browser had before; it ends with this sign-in (decision S9), unless the mode is mobile (S19). */
  readonly formerSession: SessionKey | null;
  /** `User-Agent` of the browser; null when it sent none. */
  readonly userAgent: string | null;
}

/** How the answer is given: `mode` is null when no believable state told it. */
export interface ReturnPath {
  readonly mode: 'web' | 'mobile' | null;
  readonly returnTo: string;
}

export type SignInOutcome =
  | ({ readonly kind: 'signed-in'; readonly id: SessionId; readonly session: Session } & ReturnPath)
  /** The state belongs to an installation: its own callback takes over. */
  | { readonly kind: 'installation' }
  | ({ readonly kind: 'refused'; readonly refusal: SignInRefusal; readonly outage: Outage | null } & ReturnPath);

const UNKNOWN: ReturnPath = { mode: null, returnTo: '/' };

/**
 * Turns a callback into a stored session. Checks in the order of decision S5: state missing, state invalid,
 * installation state, code missing, CSRF, use of the state, exchange.
 *
 * Two upstream rounds: the exchange, then profile and installations side by side. Everything is stored in
 * one transaction or not at all. A state is good for one use on any instance.
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
    // Named by its CSRF value: the same token can be spelled in several ways, the value inside cannot.
    if (!(await sessions.useState(hashOf(flow.csrf), verified.value.expiresAt))) return refused('state-invalid', path);

    const { verifier } = pkceOf(flow.csrf, signingKey);
    const [exchanged, observation] = await Promise.all([
      codeHost.exchangeCode({ code, codeVerifier: verifier, redirectUri: redirectUriOf(origin) }),
      // For the look that follows, which would otherwise wait for the database once more.
      cache.observe(),
    ]);
    if (!exchanged.ok) {
      log.warn({ refusal: exchanged.refusal }, 'the code host refused an authorization code');
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
      log.warn({ refusals }, 'the code host did not tell who signed in');
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

/** A sign-in as it is counted; null for requests that strangers can make, and people who changed their mind. */
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
