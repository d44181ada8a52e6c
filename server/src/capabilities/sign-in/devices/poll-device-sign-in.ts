import type { DeviceRequest } from '../../../domain/device-request.ts';
import { POLL_SECONDS_MAX, POLL_TOLERANCE_MS, SLOW_DOWN_SECONDS } from '../../../domain/limits/sessions.ts';
import { ok, type Result, refuse } from '../../../domain/result.ts';
import type { Session, SessionId } from '../../../domain/session.ts';
import type { DeviceRequestStore } from '../../../ports/device-requests.ts';
import type { SessionStore } from '../../../ports/storage/sessions.ts';
import type { Clock } from '../../../ports/system.ts';
import { parseDeviceCode, sessionIdFrom } from '../../../security/program-secrets.ts';
import { sessionKeyOf } from '../../../security/secrets.ts';
import type { pollWireOf } from './messages.ts';

export interface PollDeviceSignInDeps {
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
export function createPollDeviceSignIn({ deviceRequests, sessions, signingKey, clock }: PollDeviceSignInDeps) {
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
