import type { Outage, SessionView } from '@orgdesk/contract';
import { APP_CODE_LIFETIME_SECONDS, CLIENT_NAME_MAX_CHARACTERS } from '@orgdesk/contract/limits';
import Bowser from 'bowser';
import { readInstallations } from '../../code-host/app/installations.ts';
import type { CodeHost } from '../../code-host/code-host.ts';
import { readProfile } from '../../code-host/people/accounts.ts';
import type { SignInEnd } from '../../domain/observations.ts';
import type { Runtime } from '../../domain/runtime.ts';
import { type Session, sessionExpiry, type TokenGrant } from '../../domain/session.ts';
import { outageOf, SIGN_IN_FAILED } from '../../http/refusals.ts';
import type { Jobs } from '../../jobs/services.ts';
import { USER_AGENT_READ_MAX_CHARACTERS } from '../../lib/limits/sessions.ts';
import { reacceptReturnTo } from '../../lib/return-to.ts';
import {
  hashOf,
  makeCsrf,
  makeSessionId,
  pkceOf,
  type SessionId,
  type SessionKey,
  sameSecret,
  sessionKeyOf,
} from '../../lib/secrets.ts';
import type { FlowState, OAuthState, SignInMode, Signing } from '../../lib/state-token.ts';
import type { Sessions } from '../../sessions/services.ts';
import type { Observation } from '../../sessions/store/installation-types.ts';
import type { DeviceRequestStore } from './device-store.ts';
import type { SignInRefusal } from './messages.ts';
import { appNameOf, makeAppCode, sessionIdFrom, withParameters } from './programs.ts';

export interface SignInServices {
  readonly runtime: Runtime;
  readonly codeHost: CodeHost;
  readonly sessions: Sessions;
  readonly jobs: Pick<Jobs, 'appWork'>;
  readonly signing: Signing;
  readonly deviceRequests: DeviceRequestStore;
  /** Addresses of apps that codes may be sent to. */
  readonly appRedirects: readonly string[];
}

export interface Authorization {
  readonly location: string;
  readonly csrf: string;
}

const redirectUriOf = (origin: string): string => `${origin}/api/auth`;

/** Stores nothing. */
export async function startAuthorization(
  { runtime, codeHost, signing }: SignInServices,
  flow: SignInMode & { readonly returnTo: string },
): Promise<Authorization> {
  const csrf = makeCsrf(runtime.entropy);
  const state = await signing.stateTokens.issue({ type: 'oauth', csrf, ...flow });
  const { challenge } = pkceOf(csrf, signing.key);
  const location = codeHost.authorizationUrl({
    state,
    redirectUri: redirectUriOf(signing.origin),
    codeChallenge: challenge,
  });
  return { location, csrf };
}

/** Lists every field, so that no other can leak. */
export const sessionView = (id: SessionId, session: Session): SessionView => ({
  id,
  user: {
    id: session.user.id,
    login: session.user.login,
    name: session.user.name,
    avatarUrl: session.user.avatarUrl,
    organizations: session.memberships.map(({ organization, viewerCanAdminister }) => ({
      id: organization.id,
      login: organization.login,
      name: organization.name,
      avatarUrl: organization.avatarUrl,
      viewerCanAdminister,
    })),
  },
  installationIds: session.installationIds,
  expiresAt: session.expiresAt.toISOString(),
});

interface Callback extends SigningIn {
  readonly state: string;
  readonly code: string;
  /** Set by the code host in place of a code. */
  readonly error: string;
  readonly csrfCookies: readonly string[];
}

/** `mode` is null without a valid state. */
interface ReturnPath {
  readonly mode: OAuthState['mode'] | null;
  readonly returnTo: string;
  readonly appState: string;
}

export type SignInOutcome =
  | (HandedOver & ReturnPath)
  /** The installation callback handles this state. */
  | { readonly kind: 'installation' }
  | ({ readonly kind: 'refused'; readonly refusal: SignInRefusal; readonly outage: Outage | null } & ReturnPath);

const UNKNOWN: ReturnPath = { mode: null, returnTo: '/', appState: '' };

/**
 * Stores everything in one transaction. Checks in the order of decision S5: state missing, state invalid, installation
 * state, code missing, CSRF, use of the state, exchange. A state is valid once, on any instance.
 */
export async function completeSignIn(services: SignInServices, callback: Callback): Promise<SignInOutcome> {
  const outcome = await complete(services, callback);
  const noted = notedAs(outcome);
  if (noted !== null) services.runtime.observations.noteSignIn(noted);
  return outcome;
}

async function complete(
  services: SignInServices,
  { state, code, error, csrfCookies, ...signingIn }: Callback,
): Promise<SignInOutcome> {
  const { codeHost, sessions, signing } = services;
  const { log } = services.runtime;
  if (state === '') return refused('state-missing', UNKNOWN);
  const verified = await signing.stateTokens.verify(state);
  if (!verified.ok) {
    const { refusal } = verified;
    return refused('state-invalid', refusal.kind === 'expired' ? returnPathOf(refusal.state, services) : UNKNOWN);
  }
  const flow = verified.value.state;
  if (flow.type === 'install') return { kind: 'installation' };

  const path = returnPathOf(flow, services);
  if (path.mode === null) return refused('state-invalid', UNKNOWN);
  if (code === '') {
    const setting = settingToChange(error, redirectUriOf(signing.origin));
    if (setting !== null) log.warn({ error }, `the code host refuses every sign-in: ${setting}`);
    return refused('code-missing', path);
  }
  if (!csrfCookies.some((cookie) => sameSecret(cookie, flow.csrf))) return refused('csrf-mismatch', path);
  // Uses the CSRF value, because a token has several encodings.
  if (!(await sessions.store.useState(hashOf(flow.csrf), verified.value.expiresAt)))
    return refused('state-invalid', path);
  const recipient = await recipientOf(services, flow, signingIn);
  if (recipient === null) return refused('request-over', path);

  const { verifier } = pkceOf(flow.csrf, signing.key);
  const [exchanged, observation] = await Promise.all([
    codeHost.exchangeCode({ code, codeVerifier: verifier, redirectUri: redirectUriOf(signing.origin) }),
    // Taken concurrently to save a round trip later.
    sessions.installations.observe(),
  ]);
  if (!exchanged.ok) {
    log.warn({ refusal: exchanged.refusal }, 'the code host rejected an authorization code');
    return refused(SIGN_IN_FAILED, path, outageOf(exchanged.refusal));
  }
  const stored = await storeSignIn(services, exchanged.value, observation, recipient);
  return 'refusal' in stored ? refused(stored.refusal, path, stored.outage) : { ...stored, ...path };
}

async function storeSignIn(
  { runtime, codeHost, sessions }: SignInServices,
  grant: TokenGrant,
  observation: Observation,
  recipient: Recipient,
): Promise<HandedOver | { readonly refusal: SignInRefusal; readonly outage: Outage | null }> {
  const [profile, installations] = await Promise.all([
    readProfile(codeHost.as({ token: grant.accessToken })),
    readInstallations(codeHost.as({ token: grant.accessToken })),
  ]);
  if (!profile.ok || !installations.ok) {
    const refusals = [profile, installations].flatMap((answer) => (answer.ok ? [] : [answer.refusal]));
    runtime.log.warn({ refusals }, 'could not read the profile of the person who signed in');
    const outage = refusals.map(outageOf).find((found) => found !== null) ?? null;
    return { refusal: SIGN_IN_FAILED, outage };
  }
  const { key, client, replaces, person } = recipient;
  if (person !== null && person !== profile.value.user.id) return { refusal: 'another-person', outage: null };
  if (!(await recipient.admit())) return { refusal: 'request-over', outage: null };
  const createdAt = runtime.clock.now();
  try {
    await sessions.store.signIn({
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
  } catch (error) {
    await recipient.retract().catch(() => runtime.log.warn({}, 'a program has to start its sign-in again'));
    throw error;
  }
  const session = await sessions.store.find(key, createdAt);
  return session === null ? { refusal: SIGN_IN_FAILED, outage: null } : recipient.handOver(session);
}

/** Returns null for requests that anyone can make and for cancelled sign-ins. */
function notedAs(outcome: SignInOutcome): SignInEnd | null {
  if (outcome.kind === 'installation') return null;
  if (outcome.kind !== 'refused') return 'signed-in';
  switch (outcome.refusal) {
    case 'state-missing':
    case 'code-missing':
    case 'request-over':
    case 'another-person':
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

function returnPathOf(flow: FlowState, { signing: { origin }, appRedirects }: SignInServices): ReturnPath {
  if (flow.type === 'oauth' && flow.mode === 'app') {
    const { mode, returnTo, appState } = flow;
    return appRedirects.includes(returnTo) ? { mode, returnTo, appState } : UNKNOWN;
  }
  const mode = flow.type === 'oauth' ? flow.mode : null;
  return { mode, returnTo: reacceptReturnTo(flow.returnTo, origin), appState: '' };
}

/**
 * What the operator has to change after an error of the authorization page that ends every sign-in; null for others,
 * such as `access_denied`. Source: GitHub docs, Troubleshooting authorization request errors.
 */
function settingToChange(error: string, redirectUri: string): string | null {
  switch (error) {
    case 'redirect_uri_mismatch':
      return `add the callback URL ${redirectUri} in the settings of the App, or correct BASE_URL`;
    case 'application_suspended':
      return 'the App of CODE_HOST_CLIENT_ID is suspended: its owner sees why in the settings of the App, or register another';
    default:
      return null;
  }
}

interface SigningIn {
  /** A web sign-in ends this session (decision S9); others do not (S19). */
  readonly formerSession: SessionKey | null;
  readonly userAgent: string | null;
}

type HandedOver =
  | { readonly kind: 'signed-in'; readonly id: SessionId; readonly session: Session }
  /** Someone else than this browser gets the session. */
  | { readonly kind: 'handed-over'; readonly location: string };

interface Recipient {
  readonly key: SessionKey;
  readonly client: string | null;
  readonly replaces: SessionKey | null;
  /** The only person that the session may be of; null allows anybody. */
  readonly person: number | null;
  /** Returns false if the session must not be stored any more. */
  readonly admit: () => Promise<boolean>;
  readonly retract: () => Promise<void>;
  readonly handOver: (session: Session) => HandedOver;
}

const ANYBODY = { person: null, replaces: null, admit: async () => true, retract: async () => {} } as const;

/** Returns null for a program that no longer waits. */
async function recipientOf(
  services: SignInServices,
  flow: OAuthState,
  { formerSession, userAgent }: SigningIn,
): Promise<Recipient | null> {
  const { clock, entropy } = services.runtime;
  switch (flow.mode) {
    case 'web':
    case 'mobile': {
      const id = makeSessionId(entropy);
      return {
        ...ANYBODY,
        key: sessionKeyOf(id),
        client: clientNameOf(userAgent),
        replaces: flow.mode === 'web' ? formerSession : null,
        handOver: (session) => ({ kind: 'signed-in', id, session }),
      };
    }
    case 'device':
      return deviceRecipient(services, flow.sessionKey, flow.person);
    case 'app': {
      const { returnTo, challenge, appState } = flow;
      const code = makeAppCode(entropy, new Date(clock.now().getTime() + APP_CODE_LIFETIME_SECONDS * 1000));
      return {
        ...ANYBODY,
        key: sessionKeyOf(sessionIdFrom(['app', code, challenge, returnTo], services.signing.key)),
        client: `App: ${appNameOf(returnTo)}`,
        handOver: () => ({ kind: 'handed-over', location: withParameters(returnTo, { code, state: appState }) }),
      };
    }
  }
}

async function deviceRecipient(
  { runtime: { clock }, deviceRequests }: SignInServices,
  key: SessionKey,
  person: number,
): Promise<Recipient | null> {
  const request = await deviceRequests.find(key);
  if (request?.state !== 'confirmed' || request.userId !== person || request.expiresAt <= clock.now()) return null;
  return {
    key,
    client: `Program: ${request.clientName}`,
    replaces: null,
    person,
    admit: () => deviceRequests.approve(key, person, clock.now()),
    retract: () => deviceRequests.reopen(key),
    handOver: () => ({ kind: 'handed-over', location: APPROVED }),
  };
}

const APPROVED = '/device?outcome=approved';

/** Shortens a `User-Agent` to words such as `Firefox on Linux`; only these are stored. */
export function clientNameOf(userAgent: string | null): string | null {
  const read = (userAgent ?? '').slice(0, USER_AGENT_READ_MAX_CHARACTERS).trim();
  if (read === '') return null;
  const { browser, os } = Bowser.parse(read);
  // For other programs, the word before the version, as in `curl/8.5.0`.
  const name = browser.name || read.split(/[/\s(]/, 1)[0] || '';
  const text = os.name === undefined || os.name === '' ? name : `${name} on ${os.name}`;
  return /^[\x20-\x7e]+$/.test(text) ? text.slice(0, CLIENT_NAME_MAX_CHARACTERS) : null;
}
