import { createPrivateKey, type KeyObject } from 'node:crypto';
import { SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import { Type } from 'typebox';
import type { AppChange, AuthorizedStep } from '../../domain/app-work.ts';
import type { HostRefusal, HostResult } from '../../domain/host-refusal.ts';
import { lifetime } from '../../lib/bounds.ts';
import { APP_TOKEN_HALF_LIFE_SECONDS, INSTALLATION_TOKEN_REUSE_MS } from '../../lib/limits/code-host.ts';
import { ok, type Result, refuse } from '../../lib/result.ts';
import type { HostToken } from '../../lib/secrets.ts';
import { createSharedCalls } from '../../lib/shared-calls.ts';
import type { Clock, Log } from '../../lib/system.ts';
import { hostPath } from '../host-path.ts';
import { saysNoApp, type Unreachable, unreachable } from '../send/refusals.ts';
import { bodyOf, type HostSend, type SendAs, sendWith, unlessRefused } from '../send/send.ts';

type PendingResult<T> = Promise<HostResult<T>>;

interface ResultCache<K, T> {
  /** Concurrent callers share one request. Refusals are not cached. */
  get(key: K): PendingResult<T>;
  replace(key: K, rejectedValue: T): PendingResult<T>;
}

/** A value's age counts from before its request. */
export function createResultCache<K extends string | number, T extends object | string>(
  load: (key: K) => PendingResult<T>,
  lifetimeMs: number,
  clock: Clock,
): ResultCache<K, T> {
  const keptFor = lifetime(clock, lifetimeMs);
  const entries = new LRUCache<K, T>({ ...keptFor, ttlAutopurge: true });
  const loading = createSharedCalls<K, HostResult<T>>();

  async function loadAndCache(key: K): PendingResult<T> {
    const start = keptFor.perf.now();
    const result = await load(key);
    if (result.ok) entries.set(key, result.value, { start });
    return result;
  }

  async function get(key: K): PendingResult<T> {
    const cached = entries.get(key);
    return cached === undefined ? loading(key, () => loadAndCache(key)) : ok(cached);
  }

  return {
    get,
    replace(key, rejectedValue) {
      if (entries.peek(key) === rejectedValue) entries.delete(key);
      return get(key);
    },
  };
}

export interface AppKey {
  readonly appId: string;
  /** RSA key as PEM, PKCS#1 or PKCS#8. */
  readonly appPrivateKey: string;
}

export function createSendAsApp(
  key: AppKey,
  send: HostSend,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): SendAs {
  const signJwt = createJwtSigner(key, clock);
  return async (request) => {
    const jwt = await signJwt();
    if (!jwt.ok) return jwt;
    const response = await send(request, jwt.value);
    // For an unknown App every call is a 404, which says nothing about the resource.
    const isUnknown =
      response.ok && response.value.refusal?.kind === 'missing' && saysNoApp(response.value.refusal.message);
    if (response.ok && (response.value.status === 401 || isUnknown)) {
      log.warn(
        { message: response.value.message },
        'the code host rejects the App: check CODE_HOST_APP_ID, CODE_HOST_APP_PRIVATE_KEY and the clock',
      );
    }
    return isUnknown ? refuse({ kind: 'unauthorized' }) : unlessRefused(response);
  };
}

/**
 * The issuer is the App ID, which every Enterprise Server accepts. GitHub docs: Generating a JSON Web Token (JWT) for a
 * GitHub App.
 */
// `@octokit/auth-app` shares token requests by installation ID alone, so a token may go to another host.
export function createJwtSigner(
  { appId, appPrivateKey }: AppKey,
  clock: Clock,
): () => Promise<Result<string, Unreachable>> {
  let key: KeyObject | null = null;
  return async () => {
    const now = Math.floor(clock.now().getTime() / 1000);
    try {
      key ??= createPrivateKey(appPrivateKey);
      const jwt = new SignJWT()
        .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
        .setIssuer(appId)
        .setIssuedAt(now - APP_TOKEN_HALF_LIFE_SECONDS)
        .setExpirationTime(now + APP_TOKEN_HALF_LIFE_SECONDS);
      return ok(await jwt.sign(key));
    } catch {
      return refuse(unreachable('CODE_HOST_APP_PRIVATE_KEY is not a valid RSA key'));
    }
  };
}

// Tokens come in several formats. GitHub docs: About authentication to GitHub.
const TokenAnswer = Type.Object({ token: Type.String({ minLength: 1 }) });

/**
 * What installation tokens are used for, and the only permissions that each has: a token can do no more than its use
 * needs, whatever the installation was granted. A permission that was not granted is refused with status 422.
 *
 * GitHub docs: Permissions required for GitHub Apps ("Members": list organization invitations, get organization
 * membership; "Metadata": list repositories accessible to the app installation). What checks call needs no permission,
 * and every request must name one.
 */
export const INSTALLATION_USES = {
  repositories: { metadata: 'read' },
  'sent-invitations': { members: 'read' },
  checks: { metadata: 'read' },
  jobs: { members: 'read', metadata: 'read' },
} as const satisfies Readonly<Record<string, Readonly<Record<string, 'read'>>>>;

export type InstallationUse = keyof typeof INSTALLATION_USES;

/**
 * What the App changes for somebody, as they approved, and the permissions of a token for that.
 *
 * GitHub docs: Permissions required for GitHub Apps ("Members": create an organization invitation, set organization
 * membership, remove a member, create a team; "Administration" of a repository: add or update team repository
 * permissions).
 */
export const APP_CHANGES = {
  'change-members': { members: 'write' },
  'change-team-access': { members: 'read', administration: 'write' },
} as const satisfies Readonly<Record<AppChange, Readonly<Record<string, 'read' | 'write'>>>>;

interface Scope {
  readonly permissions: Readonly<Record<string, 'read' | 'write'>>;
  /** By name. Default: all of the installation. */
  readonly repositories?: readonly string[];
}

/** The only way to tokens of installations. In memory only; new ones are requested when the kept ones get old. */
export function createInstallationTokens(sendAsApp: SendAs, clock: Clock) {
  async function request(installationId: number, body: Scope): PendingResult<HostToken> {
    const url = hostPath`/app/installations/${installationId}/access_tokens`;
    const call = { call: 'app.installation-token', method: 'POST', url, body: { ...body } } as const;
    const response = bodyOf(await sendAsApp(call), TokenAnswer);
    return response.ok ? ok(response.value.token as HostToken) : response;
  }

  const tokensFor = (use: InstallationUse): ResultCache<number, HostToken> =>
    createResultCache((id) => request(id, { permissions: INSTALLATION_USES[use] }), INSTALLATION_TOKEN_REUSE_MS, clock);
  const forMembers = createResultCache(
    (id: number) => request(id, { permissions: APP_CHANGES['change-members'] }),
    INSTALLATION_TOKEN_REUSE_MS,
    clock,
  );
  return {
    reads: {
      repositories: tokensFor('repositories'),
      'sent-invitations': tokensFor('sent-invitations'),
      checks: tokensFor('checks'),
      jobs: tokensFor('jobs'),
    } satisfies Record<InstallationUse, ResultCache<number, HostToken>>,
    /** Why a token that may change members is refused; null if it is not. The token is dropped unused. */
    async refusal(installationId: number): Promise<HostRefusal | null> {
      const requested = await request(installationId, { permissions: APP_CHANGES['change-members'] });
      return requested.ok ? null : requested.refusal;
    },
    /** A token for one repository is not kept. With `rejected`, another one is requested. */
    forStep({ installationId, change, repository }: AuthorizedStep, rejected?: HostToken): PendingResult<HostToken> {
      if (change !== 'change-members') {
        if (repository === null) throw new Error('a change of access names its repository');
        return request(installationId, { permissions: APP_CHANGES[change], repositories: [repository] });
      }
      return rejected === undefined ? forMembers.get(installationId) : forMembers.replace(installationId, rejected);
    },
  };
}

/**
 * A token is replaced once for the whole list. A second refusal counts as unreachable: `unauthorized` would blame the
 * App's credential.
 */
export function sendAsInstallation(
  tokens: ResultCache<number, HostToken>,
  send: HostSend,
  installationId: number,
): SendAs {
  let replacement: ReturnType<typeof tokens.get> | null = null;

  return async (request) => {
    const isReplaced = replacement !== null;
    const token = await (replacement ?? tokens.get(installationId));
    if (!token.ok) return token;
    const answer = await sendWith(send, token.value)(request);
    if (!isUnauthorized(answer)) return answer;
    if (isReplaced) return refuse(TOKEN_NOT_ACCEPTED);

    replacement ??= tokens.replace(installationId, token.value);
    const fresh = await replacement;
    if (!fresh.ok) return fresh;
    const second = await sendWith(send, fresh.value)(request);
    return isUnauthorized(second) ? refuse(TOKEN_NOT_ACCEPTED) : second;
  };
}

const isUnauthorized = (answer: HostResult<unknown>): boolean => !answer.ok && answer.refusal.kind === 'unauthorized';

const TOKEN_NOT_ACCEPTED = unreachable('new installation token was rejected');
