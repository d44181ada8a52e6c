import { Type } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Nullable, type Shape } from '../shape.ts';

/** Its ID is not a credential. */
export const OwnSession = Type.Object({
  id: Type.String({ description: '32 lower-case hex characters; names the session, and does not open it.' }),
  isCurrent: Type.Boolean({ description: 'Whether this request came with it.' }),
  createdAt: Type.String({ format: 'date-time' }),
  /** Accurate to five minutes; null when unused since sign-in. */
  lastUsedAt: Nullable(Type.String({ format: 'date-time' })),
  expiresAt: Type.String({ format: 'date-time' }),
  /** Such as `Firefox on Linux`; null when unknown. */
  client: Nullable(Type.String()),
});
export type OwnSession = Shape<typeof OwnSession>;

export const OwnSessionsAnswer = Type.Object({ sessions: Type.Array(OwnSession) });
export type OwnSessionsAnswer = Shape<typeof OwnSessionsAnswer>;

export const EndedSessionsAnswer = Type.Object({ ended: Type.Integer({ minimum: 0 }) });
export type EndedSessionsAnswer = Shape<typeof EndedSessionsAnswer>;

export const OwnSessionParams = Type.Object({ id: Type.String({ description: 'ID of the session in the list.' }) });
export type OwnSessionParams = Shape<typeof OwnSessionParams>;

export const LIST_OWN_SESSIONS = endpoint({
  id: 'listOwnSessions',
  method: 'GET',
  path: '/api/auth/sessions',
  chapter: 'Sign-in',
  summary: 'Where the signed-in person is signed in',
  description: 'The current one first, then the last used.',
  session: 'needed',
  answers: { 200: { description: 'The sessions.', json: OwnSessionsAnswer } },
});

export const END_OWN_SESSION = endpoint({
  id: 'endOwnSession',
  method: 'POST',
  path: '/api/auth/sessions/{id}/end',
  chapter: 'Sign-in',
  summary: 'End one session of the signed-in person',
  description: `
    Ending the current one is signing out. One that has ended, or is somebody else's, ends nothing: \`ended\` is 0.
    Checks, in this order: session, other site.
  `,
  session: 'needed',
  params: OwnSessionParams,
  answers: { 200: { description: 'How many were ended.', json: EndedSessionsAnswer } },
});

export const END_OTHER_SESSIONS = endpoint({
  id: 'endOtherSessions',
  method: 'POST',
  path: '/api/auth/sessions/end-others',
  chapter: 'Sign-in',
  summary: 'End all sessions of the signed-in person but this one',
  description: 'Checks, in this order: session, other site.',
  session: 'needed',
  answers: { 200: { description: 'How many were ended.', json: EndedSessionsAnswer } },
});
