import type { FastifyReply, FastifyRequest, onRequestAsyncHookHandler, onSendHookHandler } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Runtime } from '../domain/runtime.ts';
import { type SessionStamps, tokenHealth, wasRefreshed } from '../domain/session.ts';
import { entryBytes } from '../lib/bounds.ts';
import { KEPT_ANSWERS_MAX_BYTES, TOKEN_REFRESH_WINDOW_MS } from '../lib/limits/sessions.ts';
import type { SessionKey } from '../lib/secrets.ts';
import type { Sessions } from '../sessions/services.ts';
import { setSessionCookie } from './cookies.ts';
import { type Caller, credentialOf } from './session-guard.ts';

export interface KeptRoute {
  readonly renewsCookie: boolean;
}

export interface KeptAnswers {
  hooksOf(route: KeptRoute): { readonly answer: onRequestAsyncHookHandler; readonly keep: onSendHookHandler<unknown> };
}

interface OfSession {
  readonly stamps: SessionStamps;
  readonly person: number;
  readonly freshUntil: number;
  readonly isRefreshed: boolean;
  readonly answers: ReadonlyMap<string | undefined, KeptAnswer>;
}

interface KeptAnswer {
  readonly url: string;
  /** Without the session ID. */
  readonly parts: readonly string[];
  readonly bytes: number;
}

/**
 * Keeps answers that depend only on a session, and sends them again while its stamps are the same. These are read each
 * time, so that changes by other instances show at once.
 */
export function createKeptAnswers({ clock }: Runtime, sessions: Sessions): KeptAnswers {
  const kept = new LRUCache<SessionKey, OfSession>({
    maxSize: KEPT_ANSWERS_MAX_BYTES,
    sizeCalculation: ({ answers }, key) => {
      let bytes = 0;
      for (const answer of answers.values()) bytes += entryBytes(answer.url, answer.bytes);
      return entryBytes(key, bytes);
    },
  });

  const answerOf = (route: KeptRoute) => async (request: FastifyRequest, reply: FastifyReply) => {
    const credential = credentialOf(request);
    if (credential === null || credential.id === null || credential.key === null) return;
    const { id, via, key } = credential;
    const found = kept.get(key);
    const answer = found?.answers.get(request.routeOptions.url);
    if (found === undefined || answer?.url !== request.url) return;
    const stamps = await sessions.store.stampsOf(key, found.stamps);
    const now = clock.now();
    const isCurrent =
      stamps !== null &&
      sameStamps(stamps, found.stamps) &&
      now.getTime() < Math.min(stamps.expiresAt, found.freshUntil);
    if (!isCurrent) {
      kept.delete(key);
      return;
    }
    if (stamps.common !== found.stamps.common) kept.set(key, { ...found, stamps });
    sessions.known.note(key, found.person);
    sessions.uses.note(key, now);
    if (route.renewsCookie && found.isRefreshed && via === 'cookie')
      setSessionCookie(reply, id, new Date(stamps.expiresAt), now);
    return reply.header('content-type', JSON_TYPE).send(answer.parts.join(id));
  };

  const keep = ({ caller, url, routeOptions }: FastifyRequest, text: string): void => {
    if (caller === null || url.includes('?') || !isFresh(caller, clock.now())) return;
    const { session, id } = caller;
    const former = kept.peek(session.key);
    const others = former !== undefined && sameStamps(former.stamps, session.stamps) ? former.answers : [];
    const answer = { url, parts: text.split(id), bytes: text.length * (ONE_BYTE.test(text) ? 1 : 2) };
    kept.set(session.key, {
      stamps: session.stamps,
      person: session.user.id,
      freshUntil: (session.grant.accessTokenExpiresAt?.getTime() ?? Number.POSITIVE_INFINITY) - TOKEN_REFRESH_WINDOW_MS,
      isRefreshed: wasRefreshed(session),
      answers: new Map([...others, [routeOptions.url, answer]]),
    });
  };

  return {
    hooksOf: (route) => ({
      answer: answerOf(route),
      keep(request, reply, payload, done) {
        if (reply.statusCode === 200 && typeof payload === 'string') keep(request, payload);
        done(null, payload);
      },
    }),
  };
}

const JSON_TYPE = 'application/json; charset=utf-8';
const ONE_BYTE = /^[\0-\xff]*$/;

const isFresh = ({ session }: Caller, now: Date): boolean =>
  tokenHealth(session.grant, now, TOKEN_REFRESH_WINDOW_MS) === 'fresh';

const sameStamps = (a: SessionStamps, b: SessionStamps): boolean =>
  a.own === b.own && a.person === b.person && a.organizations === b.organizations;
