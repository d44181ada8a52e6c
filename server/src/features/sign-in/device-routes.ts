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
import { type DeviceRequest, isOpenFor, type Session } from '../../domain/session.ts';
import { everybody, signedIn } from '../../http/access.ts';
import { STORAGE_OUTAGES } from '../../http/answers/last-resort.ts';
import { addEndpoint } from '../../http/contract/add-endpoint.ts';
import { AUTH_CSRF_COOKIE, setCsrfCookie } from '../../http/cookies.ts';
import type { RefusalResponse } from '../../http/refusals.ts';
import { clientNetworkOf } from '../../lib/client-network.ts';
import {
  DEVICE_REQUESTS_RETRY_SECONDS,
  POLL_SECONDS_MAX,
  POLL_TOLERANCE_MS,
  SLOW_DOWN_SECONDS,
  WRONG_USER_CODES_IN_ALL_MAX,
  WRONG_USER_CODES_MAX,
  WRONG_USER_CODES_MIN,
  WRONG_USER_CODES_MS,
} from '../../lib/limits/sessions.ts';
import { ok, type Result, refuse } from '../../lib/result.ts';
import { type SessionId, sessionKeyOf } from '../../lib/secrets.ts';
import { type Authorization, type SignInServices, sessionView, startAuthorization } from './complete-sign-in.ts';
import type { DeviceRequestStore } from './device-store.ts';
import { hashUserCode, makeDeviceCode, makeUserCode, parseDeviceCode, sessionIdFrom } from './programs.ts';

const startDeviceRefusalResponses = {
  'too-many': {
    status: 429,
    error: 'Too many programs at your address wait to be signed in. Please try again in a minute.',
    retryAfter: 'Seconds to wait.',
    retryAfterSeconds: DEVICE_REQUESTS_RETRY_SECONDS,
  },
} as const satisfies Readonly<Record<string, RefusalResponse>>;

const pollRefusalResponses = {
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

const answerRefusalResponses = {
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

const TRIES = 5;
const ADDRESS_MAX_CHARACTERS = 100;

async function startDeviceSignIn(
  { runtime, signing, deviceRequests }: SignInServices,
  clientName: string,
  address: string,
): Promise<Result<DeviceSignInAnswer, 'too-many'>> {
  const { clock, entropy } = runtime;
  const deviceCode = makeDeviceCode(entropy);
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const userCode = makeUserCode(entropy);
    const createdAt = clock.now();
    const added = await deviceRequests.add({
      key: sessionKeyOf(sessionIdFrom(['device', deviceCode], signing.key)),
      userCodeHash: hashUserCode(userCode, signing.key),
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
      verification_uri: `${signing.origin}/device`,
      expires_in: DEVICE_CODE_LIFETIME_SECONDS,
      interval: DEVICE_POLL_SECONDS,
    });
  }
  return refuse('too-many');
}

/** `/api/auth/device` and below, which the specification does not name. */
export const deviceSignInRoutes: FastifyPluginAsync<SignInServices> = async (app, services) => {
  const started = { access: everybody, refusalResponses: { ...startDeviceRefusalResponses, ...STORAGE_OUTAGES } };
  addEndpoint(app, START_DEVICE_SIGN_IN, started, async ({ body, ip }) =>
    startDeviceSignIn(services, body.client_name, ip),
  );

  const polled = { access: everybody, refusalResponses: { ...pollRefusalResponses, ...STORAGE_OUTAGES } };
  addEndpoint(app, POLL_DEVICE_SIGN_IN, polled, async ({ body }) => {
    const outcome = await pollDeviceSignIn(services, body.device_code);
    if (!outcome.ok) return outcome;
    const { id, session } = outcome.value;
    return ok({ sessionToken: id, session: sessionView(id, session) });
  });

  const answered = { access: signedIn, refusalResponses: answerRefusalResponses };
  addEndpoint(app, READ_DEVICE_REQUEST, answered, async ({ body }, { session }) => {
    const request = await readDeviceRequest(services, session, body.user_code);
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
    const approved = await approveDeviceRequest(services, session, body.user_code);
    if (!approved.ok) return approved;
    setCsrfCookie(reply, AUTH_CSRF_COOKIE, approved.value.csrf);
    return ok({ location: approved.value.location });
  });

  addEndpoint(app, DENY_DEVICE_REQUEST, answered, async ({ body }, { session }) =>
    denyDeviceRequest(services, session, body.user_code),
  );
};

interface ProgramSession {
  readonly id: SessionId;
  readonly session: Session;
}

/** Of several polls at once, on any instances, one gets the session. */
async function pollDeviceSignIn(
  { runtime, sessions, signing, deviceRequests }: SignInServices,
  deviceCode: string,
): Promise<Result<ProgramSession, keyof typeof pollRefusalResponses>> {
  const code = parseDeviceCode(deviceCode);
  if (code === null) return refuse('invalid_grant');
  const id = sessionIdFrom(['device', code], signing.key);
  const key = sessionKeyOf(id);
  const request = await deviceRequests.find(key);
  if (request === null) return refuse('invalid_grant');
  const now = runtime.clock.now();
  if (request.expiresAt <= now) return refuse('expired_token');
  if (request.state === 'denied') return refuse('access_denied');
  // An approved request is a moment older than its session.
  const session = request.state === 'approved' ? await sessions.store.find(key, now) : null;
  if (session === null)
    return refuse((await isInTime(deviceRequests, request, now)) ? 'authorization_pending' : 'slow_down');
  return (await deviceRequests.claim(key)) ? ok({ id, session }) : refuse('invalid_grant');
}

async function isInTime(deviceRequests: DeviceRequestStore, request: DeviceRequest, at: Date): Promise<boolean> {
  const { polledAt, pollSeconds } = request;
  const sinceMs = polledAt === null ? Number.POSITIVE_INFINITY : at.getTime() - polledAt.getTime();
  if (sinceMs >= pollSeconds * 1000 - POLL_TOLERANCE_MS) return deviceRequests.notePoll(request, { at, pollSeconds });
  const slower = Math.min(POLL_SECONDS_MAX, pollSeconds + SLOW_DOWN_SECONDS);
  await deviceRequests.notePoll(request, { at, pollSeconds: slower });
  return false;
}

type AnswerRefusal = keyof typeof answerRefusalResponses;

/** Counts before it looks, so that guesses at once are limited too. */
async function readDeviceRequest(
  { runtime, signing, deviceRequests }: SignInServices,
  { user }: Session,
  userCode: string,
): Promise<Result<DeviceRequest, AnswerRefusal>> {
  const now = runtime.clock.now();
  const own = await deviceRequests.countWrongCode(user.id, WRONG_USER_CODES_MAX, now);
  if (own > WRONG_USER_CODES_MAX) return refuse('too-many-codes');
  const inAll = await deviceRequests.countWrongCode(null, WRONG_USER_CODES_IN_ALL_MAX, now);
  if (inAll > WRONG_USER_CODES_IN_ALL_MAX && own > WRONG_USER_CODES_MIN) return refuse('too-many-codes');
  const request = await deviceRequests.findByUserCode(hashUserCode(userCode, signing.key), now);
  if (request === null || !isOpenFor(request, user.id)) return refuse('no-request');
  await deviceRequests.discountCode(user.id);
  // Beyond the limit, nothing was counted.
  if (inAll <= WRONG_USER_CODES_IN_ALL_MAX) await deviceRequests.discountCode(null);
  return ok(request);
}

async function approveDeviceRequest(
  services: SignInServices,
  session: Session,
  userCode: string,
): Promise<Result<Authorization, AnswerRefusal>> {
  const { runtime, deviceRequests } = services;
  const request = await readDeviceRequest(services, session, userCode);
  if (!request.ok) return request;
  const { key } = request.value;
  const person = session.user.id;
  if (!(await deviceRequests.confirm(key, person, runtime.clock.now()))) return refuse('no-request');
  return ok(await startAuthorization(services, { mode: 'device', sessionKey: key, person, returnTo: '/device' }));
}

async function denyDeviceRequest(
  services: SignInServices,
  session: Session,
  userCode: string,
): Promise<Result<{ readonly ok: true }, AnswerRefusal>> {
  const { runtime, deviceRequests } = services;
  const request = await readDeviceRequest(services, session, userCode);
  if (!request.ok) return request;
  const isDenied = await deviceRequests.deny(request.value.key, session.user.id, runtime.clock.now());
  return isDenied ? ok({ ok: true }) : refuse('no-request');
}
