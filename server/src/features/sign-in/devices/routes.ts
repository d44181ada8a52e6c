import {
  APPROVE_DEVICE_REQUEST,
  DENY_DEVICE_REQUEST,
  DEVICE_CODE_LIFETIME_SECONDS,
  DEVICE_POLL_SECONDS,
  type DeviceSignInAnswer,
  POLL_DEVICE_SIGN_IN,
  READ_DEVICE_REQUEST,
  START_DEVICE_SIGN_IN,
} from '@orgdesk/contract';
import type { FastifyPluginAsync } from 'fastify';
import { type DeviceRequest, isOpenFor } from '../../../domain/device-request.ts';
import type { Session } from '../../../domain/session.ts';
import { STORAGE_OUTAGES } from '../../../http/answers/outages.ts';
import { addEndpoint } from '../../../http/contract/add-endpoint.ts';
import type { RefusalResponse } from '../../../http/refusals.ts';
import { everybody, signedIn } from '../../../http/rights/access.ts';
import { AUTH_CSRF_COOKIE, setCsrfCookie } from '../../../http/session/cookies.ts';
import { clientNetworkOf } from '../../../lib/client-network.ts';
import type { SessionId } from '../../../lib/crypto/credentials.ts';
import { sessionKeyOf } from '../../../lib/crypto/secrets.ts';
import {
  DEVICE_REQUESTS_RETRY_SECONDS,
  POLL_SECONDS_MAX,
  POLL_TOLERANCE_MS,
  SLOW_DOWN_SECONDS,
  WRONG_USER_CODES_IN_ALL_MAX,
  WRONG_USER_CODES_MAX,
  WRONG_USER_CODES_MIN,
  WRONG_USER_CODES_MS,
} from '../../../lib/limits/sessions.ts';
import { ok, type Result, refuse } from '../../../lib/result.ts';
import type { Clock, Entropy } from '../../../lib/system.ts';
import type { SessionStore } from '../../../sessions/store/types.ts';
import { type Authorization, type AuthorizationDeps, createAuthorization } from '../authorization.ts';
import { hashUserCode, makeDeviceCode, makeUserCode, parseDeviceCode, sessionIdFrom } from '../program-secrets.ts';
import { sessionView } from '../session-view.ts';
import type { DeviceRequestStore } from './store.ts';

const startDeviceWireOf = {
  'too-many': {
    status: 429,
    error: 'Too many programs at your address wait to be signed in. Please try again in a minute.',
    retryAfter: 'Seconds to wait.',
    retryAfterSeconds: DEVICE_REQUESTS_RETRY_SECONDS,
  },
} as const satisfies Readonly<Record<string, RefusalResponse>>;

const pollWireOf = {
  authorization_pending: {
    status: 400,
    error: 'Nobody has approved this sign-in yet.',
    code: 'authorization_pending',
  },
  slow_down: { status: 400, error: 'The program asks too often. It has to wait longer.', code: 'slow_down' },
  access_denied: { status: 400, error: 'The sign-in was denied.', code: 'access_denied' },
  expired_token: { status: 400, error: 'The code has expired. Please start again.', code: 'expired_token' },
  invalid_grant: {
    status: 400,
    error: 'This sign-in is unknown, or was used before. Please start again.',
    code: 'invalid_grant',
  },
} as const satisfies Readonly<Record<string, RefusalResponse>>;

const answerWireOf = {
  'no-request': {
    status: 404,
    error: 'No program waits with this code. Check the code, or start again in the program.',
  },
  'too-many-codes': {
    status: 429,
    error: 'You entered too many wrong codes. Please try again in ten minutes.',
    retryAfter: 'Seconds to wait.',
    retryAfterSeconds: WRONG_USER_CODES_MS / 1000,
  },
} as const satisfies Readonly<Record<string, RefusalResponse>>;

interface StartDeviceSignInDeps {
  readonly deviceRequests: Pick<DeviceRequestStore, 'add'>;
  readonly signingKey: Uint8Array;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly origin: string;
}

const TRIES = 5;
const ADDRESS_MAX_CHARACTERS = 100;

function createStartDeviceSignIn(deps: StartDeviceSignInDeps) {
  const { deviceRequests, signingKey, clock, entropy, origin } = deps;

  return async (clientName: string, address: string): Promise<Result<DeviceSignInAnswer, 'too-many'>> => {
    const deviceCode = makeDeviceCode(entropy);
    for (let attempt = 1; attempt <= TRIES; attempt += 1) {
      const userCode = makeUserCode(entropy);
      const createdAt = clock.now();
      const added = await deviceRequests.add({
        key: sessionKeyOf(sessionIdFrom(['device', deviceCode], signingKey)),
        userCodeHash: hashUserCode(userCode, signingKey),
        clientName,
        address: address.slice(0, ADDRESS_MAX_CHARACTERS),
        network: clientNetworkOf(address).slice(0, ADDRESS_MAX_CHARACTERS),
        pollSeconds: DEVICE_POLL_SECONDS,
        createdAt,
        expiresAt: new Date(createdAt.getTime() + DEVICE_CODE_LIFETIME_SECONDS * 1000),
      });
      if (added === 'too-many') return refuse('too-many');
      if (added === 'taken') continue;
      return ok({
        device_code: deviceCode,
        user_code: userCode,
        verification_uri: `${origin}/device`,
        expires_in: DEVICE_CODE_LIFETIME_SECONDS,
        interval: DEVICE_POLL_SECONDS,
      });
    }
    return refuse('too-many');
  };
}

export type DeviceSignInRoutesDeps = StartDeviceSignInDeps & PollDeviceSignInDeps & AnswerDeviceRequestDeps;

/** `/api/auth/device` and below, which the specification does not name. */
export const deviceSignInRoutes: FastifyPluginAsync<DeviceSignInRoutesDeps> = async (app, deps) => {
  const startDeviceSignIn = createStartDeviceSignIn(deps);
  const pollDeviceSignIn = createPollDeviceSignIn(deps);
  const answerDeviceRequest = createAnswerDeviceRequest(deps);

  const started = { access: everybody, wireOf: { ...startDeviceWireOf, ...STORAGE_OUTAGES } };
  addEndpoint(app, START_DEVICE_SIGN_IN, started, async ({ body, ip }) => startDeviceSignIn(body.client_name, ip));

  const polled = { access: everybody, wireOf: { ...pollWireOf, ...STORAGE_OUTAGES } };
  addEndpoint(app, POLL_DEVICE_SIGN_IN, polled, async ({ body }) => {
    const outcome = await pollDeviceSignIn(body.device_code);
    if (!outcome.ok) return outcome;
    const { id, session } = outcome.value;
    return ok({ sessionToken: id, session: sessionView(id, session) });
  });

  const answered = { access: signedIn, wireOf: answerWireOf };
  addEndpoint(app, READ_DEVICE_REQUEST, answered, async ({ body }, { session }) => {
    const request = await answerDeviceRequest.read(session, body.user_code);
    if (!request.ok) return request;
    const { clientName, address, createdAt, expiresAt } = request.value;
    return ok({
      clientName,
      address,
      requestedAt: createdAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
    });
  });

  addEndpoint(app, APPROVE_DEVICE_REQUEST, answered, async ({ body }, { session }, reply) => {
    const approved = await answerDeviceRequest.approve(session, body.user_code);
    if (!approved.ok) return approved;
    setCsrfCookie(reply, AUTH_CSRF_COOKIE, approved.value.csrf);
    return ok({ location: approved.value.location });
  });

  addEndpoint(app, DENY_DEVICE_REQUEST, answered, async ({ body }, { session }) =>
    answerDeviceRequest.deny(session, body.user_code),
  );
};

interface PollDeviceSignInDeps {
  readonly deviceRequests: Pick<DeviceRequestStore, 'find' | 'notePoll' | 'claim'>;
  readonly sessions: Pick<SessionStore, 'find'>;
  readonly signingKey: Uint8Array;
  readonly clock: Clock;
}

interface ProgramSession {
  readonly id: SessionId;
  readonly session: Session;
}

/** Of several polls at once, on any instances, one gets the session. */
function createPollDeviceSignIn({ deviceRequests, sessions, signingKey, clock }: PollDeviceSignInDeps) {
  return async (deviceCode: string): Promise<Result<ProgramSession, keyof typeof pollWireOf>> => {
    const code = parseDeviceCode(deviceCode);
    if (code === null) return refuse('invalid_grant');
    const id = sessionIdFrom(['device', code], signingKey);
    const key = sessionKeyOf(id);
    const request = await deviceRequests.find(key);
    if (request === null) return refuse('invalid_grant');
    const now = clock.now();
    if (request.expiresAt <= now) return refuse('expired_token');
    if (request.state === 'denied') return refuse('access_denied');
    // An approved request is a moment older than its session.
    const session = request.state === 'approved' ? await sessions.find(key, now) : null;
    if (session === null) return refuse((await isInTime(request, now)) ? 'authorization_pending' : 'slow_down');
    return (await deviceRequests.claim(key)) ? ok({ id, session }) : refuse('invalid_grant');
  };

  async function isInTime(request: DeviceRequest, at: Date): Promise<boolean> {
    const { polledAt, pollSeconds } = request;
    const sinceMs = polledAt === null ? Number.POSITIVE_INFINITY : at.getTime() - polledAt.getTime();
    if (sinceMs >= pollSeconds * 1000 - POLL_TOLERANCE_MS) return deviceRequests.notePoll(request, { at, pollSeconds });
    const slower = Math.min(POLL_SECONDS_MAX, pollSeconds + SLOW_DOWN_SECONDS);
    await deviceRequests.notePoll(request, { at, pollSeconds: slower });
    return false;
  }
}

interface AnswerDeviceRequestDeps extends AuthorizationDeps {
  readonly deviceRequests: Pick<
    DeviceRequestStore,
    'findByUserCode' | 'confirm' | 'deny' | 'countWrongCode' | 'discountCode'
  >;
  readonly clock: Clock;
}

type AnswerRefusal = keyof typeof answerWireOf;

function createAnswerDeviceRequest(deps: AnswerDeviceRequestDeps) {
  const { deviceRequests, signingKey, clock } = deps;
  const authorization = createAuthorization(deps);

  /** Counts before it looks, so that guesses at once are limited too. */
  async function read({ user }: Session, userCode: string): Promise<Result<DeviceRequest, AnswerRefusal>> {
    const now = clock.now();
    const own = await deviceRequests.countWrongCode(user.id, WRONG_USER_CODES_MAX, now);
    if (own > WRONG_USER_CODES_MAX) return refuse('too-many-codes');
    const inAll = await deviceRequests.countWrongCode(null, WRONG_USER_CODES_IN_ALL_MAX, now);
    if (inAll > WRONG_USER_CODES_IN_ALL_MAX && own > WRONG_USER_CODES_MIN) return refuse('too-many-codes');
    const request = await deviceRequests.findByUserCode(hashUserCode(userCode, signingKey), now);
    if (request === null || !isOpenFor(request, user.id)) return refuse('no-request');
    await deviceRequests.discountCode(user.id);
    // Beyond the limit, nothing was counted.
    if (inAll <= WRONG_USER_CODES_IN_ALL_MAX) await deviceRequests.discountCode(null);
    return ok(request);
  }

  return {
    read,
    async approve(session: Session, userCode: string): Promise<Result<Authorization, AnswerRefusal>> {
      const request = await read(session, userCode);
      if (!request.ok) return request;
      const { key } = request.value;
      if (!(await deviceRequests.confirm(key, session.user.id, clock.now()))) return refuse('no-request');
      return ok(await authorization({ mode: 'device', sessionKey: key, person: session.user.id, returnTo: '/device' }));
    },
    async deny(session: Session, userCode: string): Promise<Result<{ readonly ok: true }, AnswerRefusal>> {
      const request = await read(session, userCode);
      if (!request.ok) return request;
      const isDenied = await deviceRequests.deny(request.value.key, session.user.id, clock.now());
      return isDenied ? ok({ ok: true }) : refuse('no-request');
    },
  };
}
