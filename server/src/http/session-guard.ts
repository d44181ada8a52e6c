import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AuditOrigin } from '../domain/audit-entry.ts';
import type { InstallationRecord } from '../domain/installation.ts';
import type { Runtime } from '../domain/runtime.ts';
import type { Session } from '../domain/session.ts';
import { parseSessionId, type SessionId, type SessionKey, sessionKeyOf } from '../lib/secrets.ts';
import type { Sessions } from '../sessions/services.ts';
import { cookieValues, SESSION_COOKIE } from './cookies.ts';
import { SIGN_IN_FIRST } from './refusals.ts';

export const PREFETCH = {
  status: 503,
  error: 'This address has effects, so it is not prefetched. Please open it.',
} as const;

/**
 * Browsers fetch links ahead that nobody opened. The status makes them discard the answer, so that opening the link
 * asks again (decision S21). Source: https://wicg.github.io/nav-speculation/prefetch.html#sec-purpose-header;
 * `Purpose` is what browsers sent before.
 */
export async function refusePrefetch(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
  const { 'sec-purpose': purpose = '', purpose: former = '' } = request.headers;
  if (!/\bprefetch\b/i.test(`${purpose} ${former}`)) return undefined;
  return reply.code(PREFETCH.status).header('Cache-Control', 'no-store').send({ error: PREFETCH.error });
}

/** `id` and `key` are null if invalid. */
interface Credential {
  readonly via: 'bearer' | 'cookie';
  readonly id: SessionId | null;
  readonly key: SessionKey | null;
}

export interface Caller {
  readonly session: Session;
  readonly id: SessionId;
  readonly via: 'bearer' | 'cookie';
  /** Null if the route did not request them. */
  readonly installations: readonly InstallationRecord[] | null;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by `requireSession` only. */
    caller: Caller | null;
  }
}

export type AnswersWithoutSession = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

export const CROSS_SITE = { status: 403, error: 'This request came from another site and was refused.' } as const;

export type SessionGuard = ReturnType<typeof createSessionGuard>;

/**
 * Uses the bearer header, or the cookie only if there is none (Specification: Authentication 1). A cookie does not
 * replace an invalid bearer (decision S16).
 */
export function createSessionGuard({ clock }: Runtime, sessions: Sessions, origin: string) {
  const find = async (request: FastifyRequest, withInstallations: boolean): Promise<Caller | null> => {
    const credential = credentialOf(request);
    if (credential === null || credential.id === null || credential.key === null) return null;
    const now = clock.now();
    const { key } = credential;
    const found = withInstallations
      ? await sessions.store.findWithInstallations(key, now)
      : alone(await sessions.store.find(key, now));
    if (found === null) {
      sessions.known.forget(key);
      return null;
    }
    sessions.known.note(key, found.session.user.id);
    sessions.uses.note(key, now);
    return { session: found.session, id: credential.id, via: credential.via, installations: found.installations };
  };
  const requireWith = (withInstallations: boolean, otherwise: AnswersWithoutSession = askToSignIn) => {
    return async (request: FastifyRequest, reply: FastifyReply) => {
      request.caller = await find(request, withInstallations);
      if (request.caller === null) return otherwise(request, reply);
    };
  };

  return {
    /** Hook of protected routes. Runs before the body is read. */
    requireSession: (otherwise?: AnswersWithoutSession) => requireWith(false, otherwise),
    requireSessionWithInstallations: () => requireWith(true),
    /** Hook of changing routes (decision W1). */
    refuseCrossSite: async (request: FastifyRequest, reply: FastifyReply) => {
      if (credentialOf(request)?.via !== 'bearer' && sentByAnotherSite(request, origin)) {
        return reply.code(CROSS_SITE.status).send({ error: CROSS_SITE.error });
      }
    },
  };
}

const alone = (session: Session | null) => (session === null ? null : { session, installations: null });

const askToSignIn: AnswersWithoutSession = (_request, reply) =>
  reply.code(SIGN_IN_FIRST.status).send({ error: SIGN_IN_FIRST.error });

/** Redirects to sign in and then back, for links. */
export const sendToSignIn: AnswersWithoutSession = (request, reply) =>
  reply.redirect(`/api/auth/start?returnTo=${encodeURIComponent(request.url)}`, 302);

export function callerOf(request: FastifyRequest): Caller {
  if (request.caller === null)
    throw new Error(`route ${request.routeOptions.url} reads a session without requiring one`);
  return request.caller;
}

export function installationsOf(request: FastifyRequest): readonly InstallationRecord[] {
  const { installations } = callerOf(request);
  if (installations === null)
    throw new Error(`route ${request.routeOptions.url} reads installations without requiring them`);
  return installations;
}

const CREDENTIAL = Symbol('credential');
type ReadHeaders = FastifyRequest['headers'] & { [CREDENTIAL]?: Credential | null };

/** Makes no query. Caches its result. */
export function credentialOf({ headers }: { readonly headers: ReadHeaders }): Credential | null {
  const cached = headers[CREDENTIAL];
  if (cached !== undefined) return cached;
  const credential = credentialIn({ headers });
  headers[CREDENTIAL] = credential;
  return credential;
}

function credentialIn(request: Pick<FastifyRequest, 'headers'>): Credential | null {
  const bearer = /^bearer(?: +(.*))?$/i.exec(request.headers.authorization ?? '');
  if (bearer !== null) return credential('bearer', bearer[1] ?? '');
  const [cookie] = cookieValues(request, SESSION_COOKIE);
  return cookie === undefined ? null : credential('cookie', cookie);
}

function credential(via: Credential['via'], text: string): Credential {
  const id = parseSessionId(text);
  return { via, id, key: id === null ? null : sessionKeyOf(id) };
}

function sentByAnotherSite(request: FastifyRequest, origin: string): boolean {
  const { origin: sender, 'sec-fetch-site': site } = request.headers;
  if (sender !== undefined && sender !== origin) return true;
  return site !== undefined && site !== 'same-origin' && site !== 'none';
}

/**
 * The console may send a header instead of a cookie. Browsers mark its requests as same-origin in a header that scripts
 * cannot set.
 */
export function requesterOf(request: FastifyRequest): AuditOrigin {
  const { session, via } = callerOf(request);
  const { id, login } = session.user;
  const isConsole = via === 'cookie' || request.headers['sec-fetch-site'] === 'same-origin';
  return { actor: { id, login }, way: isConsole ? 'console' : 'api', requestId: request.id };
}
