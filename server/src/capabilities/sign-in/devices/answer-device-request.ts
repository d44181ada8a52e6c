import { type DeviceRequest, isOpenFor } from '../../../domain/device-request.ts';
import {
  WRONG_USER_CODES_IN_ALL_MAX,
  WRONG_USER_CODES_MAX,
  WRONG_USER_CODES_MIN,
} from '../../../domain/limits/sessions.ts';
import { ok, type Result, refuse } from '../../../domain/result.ts';
import type { Session } from '../../../domain/session.ts';
import type { DeviceRequestStore } from '../../../ports/device-requests.ts';
import type { Clock } from '../../../ports/system.ts';
import { hashUserCode } from '../../../security/program-secrets.ts';
import { type Authorization, type AuthorizationDeps, createAuthorization } from '../authorization.ts';
import type { answerWireOf } from './messages.ts';

export interface AnswerDeviceRequestDeps extends AuthorizationDeps {
  readonly deviceRequests: Pick<
    DeviceRequestStore,
    'findByUserCode' | 'confirm' | 'deny' | 'countWrongCode' | 'discountCode'
  >;
  readonly clock: Clock;
}

type AnswerRefusal = keyof typeof answerWireOf;

export function createAnswerDeviceRequest(deps: AnswerDeviceRequestDeps) {
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
