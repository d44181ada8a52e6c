import {
  APPROVE_DEVICE_REQUEST,
  DENY_DEVICE_REQUEST,
  POLL_DEVICE_SIGN_IN,
  READ_DEVICE_REQUEST,
  START_DEVICE_SIGN_IN,
} from '@orgdesk/contract';
import type { FastifyPluginAsync } from 'fastify';
import { ok } from '../../../domain/result.ts';
import { STORAGE_OUTAGES } from '../../../http/answers/outages.ts';
import { addEndpoint } from '../../../http/contract/add-endpoint.ts';
import { everybody, signedIn } from '../../../http/rights/access.ts';
import { AUTH_CSRF_COOKIE, setCsrfCookie } from '../../../http/session/cookies.ts';
import { sessionView } from '../session-view.ts';
import { type AnswerDeviceRequestDeps, createAnswerDeviceRequest } from './answer-device-request.ts';
import { answerWireOf, pollWireOf, startDeviceWireOf } from './messages.ts';
import { createPollDeviceSignIn, type PollDeviceSignInDeps } from './poll-device-sign-in.ts';
import { createStartDeviceSignIn, type StartDeviceSignInDeps } from './start-device-sign-in.ts';

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
