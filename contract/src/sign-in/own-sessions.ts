import { Type } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Nullable, type Shape } from '../shape.ts';

/** Its ID is not a credential. */
export const OwnSession = Type.Object({
  id: Type.String({ description: '32 lower-case hex characters; identifies the session, but is not a credential.' }),
  isCurrent: Type.Boolean({ description: 'Whether it is the session of this request.' }),
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
  summary: "List the signed-in person's sessions",
  description: 'The current session first, then by last use.',
  session: 'needed',
  answers: { 200: { description: 'The sessions.', json: OwnSessionsAnswer } },
});

export const END_OWN_SESSION = endpoint({
  id: 'endOwnSession',
  method: 'POST',
  path: '/api/auth/sessions/{id}/end',
  chapter: 'Sign-in',
  summary: "End one of the signed-in person's sessions",
  description: `
    Ending the current session signs out. For a session that has ended or belongs to someone else, \`ended\` is 0.
    Checks, in this order: session, cross-site.
  `,
  session: 'needed',
  params: OwnSessionParams,
  answers: { 200: { description: 'Number of sessions ended.', json: EndedSessionsAnswer } },
});

export const END_OTHER_SESSIONS = endpoint({
  id: 'endOtherSessions',
  method: 'POST',
  path: '/api/auth/sessions/end-others',
  chapter: 'Sign-in',
  summary: "End all of the signed-in person's other sessions",
  description: 'Checks, in this order: session, cross-site.',
  session: 'needed',
  answers: { 200: { description: 'Number of sessions ended.', json: EndedSessionsAnswer } },
});
