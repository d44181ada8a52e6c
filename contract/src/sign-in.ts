import { Type } from 'typebox';
import { endpoint, redirect } from './endpoint.ts';
import { OkAnswer } from './error.ts';
import { SessionView } from './session.ts';
import type { Shape } from './shape.ts';

/** Query of `GET /api/auth/start`. */
export const StartSignInQuery = Type.Object({
  returnTo: Type.String({
    default: '/',
    description:
      'Where to go afterwards: a path on the service, or an absolute address of its origin. Anything else becomes `/`.',
  }),
  mode: Type.Union([Type.Literal('web'), Type.Literal('mobile')], {
    default: 'web',
    description: '`mobile` makes the callback answer JSON instead of setting a cookie and redirecting.',
  }),
});
export type StartSignInQuery = Shape<typeof StartSignInQuery>;

/** Query of `GET /api/auth`. A value that is missing is answered with its own sentence. */
export const CompleteSignInQuery = Type.Object({
  code: Type.Optional(Type.String({ description: 'Authorization code of the code host, good for one use.' })),
  state: Type.Optional(Type.String({ description: 'The state of `GET /api/auth/start`.' })),
});
export type CompleteSignInQuery = Shape<typeof CompleteSignInQuery>;

/** Query of `GET /api/auth/session`. */
export const GetSessionQuery = Type.Object({
  optional: Type.Optional(
    Type.Literal('true', {
      description: 'Answers 200 also without a session, so that no browser reports an error. Other values do nothing.',
    }),
  ),
});
export type GetSessionQuery = Shape<typeof GetSessionQuery>;

/** 200 of `GET /api/auth/session` for somebody who is signed in. */
export const SessionAnswer = Type.Object({
  authenticated: Type.Literal(true),
  session: SessionView,
});
export type SessionAnswer = Shape<typeof SessionAnswer>;

/** 401 of `GET /api/auth/session`, and its 200 when the session is optional. */
export const NoSessionAnswer = Type.Object({
  authenticated: Type.Literal(false),
  session: Type.Null(),
});
export type NoSessionAnswer = Shape<typeof NoSessionAnswer>;

/** 200 of `GET /api/auth/session`; without a session only when that is optional. */
export const CurrentSessionAnswer = Type.Union([SessionAnswer, NoSessionAnswer]);
export type CurrentSessionAnswer = Shape<typeof CurrentSessionAnswer>;

/** 200 of `GET /api/auth` in mobile mode. `sessionToken` equals `session.id` and is sent as a bearer token. */
export const MobileSignInAnswer = Type.Object({
  sessionToken: Type.String({ description: 'Equals `session.id`; sent as a bearer token.' }),
  session: SessionView,
});
export type MobileSignInAnswer = Shape<typeof MobileSignInAnswer>;

export const START_SIGN_IN = endpoint({
  id: 'startSignIn',
  method: 'GET',
  path: '/api/auth/start',
  chapter: 'Sign-in',
  summary: 'Begin a sign-in',
  description: 'For browsers to be sent to. Sets the cookie `host_auth_csrf`.',
  session: 'unused',
  query: StartSignInQuery,
  answers: redirect("To the code host's authorization page."),
});

export const COMPLETE_SIGN_IN = endpoint({
  id: 'completeSignIn',
  method: 'GET',
  path: '/api/auth',
  chapter: 'Sign-in',
  summary: 'Where the code host sends people back from signing in',
  description:
    'In web mode every outcome is a redirect: with the cookie `host_session`, or with `authError=<sentence>` in the ' +
    'query. In mobile mode the outcome is JSON.',
  session: 'unused',
  query: CompleteSignInQuery,
  checkedBy: 'handler',
  answers: {
    200: { description: 'The session, in mobile mode.', json: MobileSignInAnswer },
    ...redirect('To where the sign-in was begun, in web mode.'),
  },
});

export const GET_SESSION = endpoint({
  id: 'getSession',
  method: 'GET',
  path: '/api/auth/session',
  chapter: 'Sign-in',
  summary: 'The current session',
  description:
    "The code host's token is refreshed first when five minutes or less are left of it. With `optional=true`, having " +
    'no session is an ordinary answer.',
  session: 'needed',
  query: GetSessionQuery,
  checkedBy: 'handler',
  answers: {
    200: { description: 'The session; with `optional=true` also that there is none.', json: CurrentSessionAnswer },
    401: { description: 'No session, or one whose token ended without another.', json: NoSessionAnswer },
  },
});

export const SIGN_OUT = endpoint({
  id: 'signOut',
  method: 'POST',
  path: '/api/auth/logout',
  chapter: 'Sign-in',
  summary: 'End the session',
  description: 'Takes no body. Clears the cookies, and succeeds without a session too.',
  session: 'read',
  answers: { 200: { description: 'Nobody is signed in any more.', json: OkAnswer } },
});
