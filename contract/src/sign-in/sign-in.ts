import { Type } from 'typebox';
import { endpoint, redirect } from '../endpoint.ts';
import { OkAnswer } from '../error.ts';
import type { Shape } from '../shape.ts';
import { SessionView } from './session.ts';

export const StartSignInQuery = Type.Object({
  returnTo: Type.String({
    default: '/',
    description:
      'Where to go afterwards: a path on the service, or an absolute address of its origin. Anything else becomes `/`. ' +
      'Up to 8 KB, with spaces and non-ASCII characters percent-encoded.',
  }),
  mode: Type.Union([Type.Literal('web'), Type.Literal('mobile')], {
    default: 'web',
    description: '`mobile` makes the callback answer JSON instead of setting a cookie and redirecting.',
  }),
});
export type StartSignInQuery = Shape<typeof StartSignInQuery>;

/** Optional in the schema, because each missing value has its own message. */
export const CompleteSignInQuery = Type.Object({
  code: Type.Optional(Type.String({ description: 'Authorization code of the code host, good for one use.' })),
  state: Type.Optional(Type.String({ description: 'The state of `GET /api/auth/start`, good for one use.' })),
});
export type CompleteSignInQuery = Shape<typeof CompleteSignInQuery>;

export const GetSessionQuery = Type.Object({
  optional: Type.Optional(
    Type.Literal('true', {
      description: 'Answers 200 also without a session, so that no browser reports an error. Other values do nothing.',
    }),
  ),
});
export type GetSessionQuery = Shape<typeof GetSessionQuery>;

export const SessionAnswer = Type.Object({
  authenticated: Type.Literal(true),
  session: SessionView,
});
export type SessionAnswer = Shape<typeof SessionAnswer>;

/** Sent with 401, or with 200 when `optional=true`. */
export const NoSessionAnswer = Type.Object({
  authenticated: Type.Literal(false),
  session: Type.Null(),
});
export type NoSessionAnswer = Shape<typeof NoSessionAnswer>;

export const CurrentSessionAnswer = Type.Union([SessionAnswer, NoSessionAnswer]);
export type CurrentSessionAnswer = Shape<typeof CurrentSessionAnswer>;

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
  description: `
    For browsers to be sent to. Sets the cookie \`host_auth_csrf\`; of two sign-ins in one browser, the one begun last can be
    finished. No cookie is set for a request that cannot begin one, such as that of a picture: whose \`Sec-Fetch-Dest\` is
    there and not \`document\`, except \`empty\` with \`Sec-Fetch-Site: same-origin\` or \`none\`.

    A parameter that is given twice, or a mode that is neither, is refused. Unknown parameters are ignored.

    The code host is sent \`client_id\`, \`redirect_uri\` (\`BASE_URL/api/auth\`), \`scope=read:org user:email\`, \`state\`,
    \`allow_signup=false\`, \`code_challenge\` and \`code_challenge_method=S256\`. The state lives ten minutes.
  `,
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
  description: `
    In web mode every outcome is a redirect: with the cookie \`host_session\`, or with \`authError=<sentence>\` in the query, in
    place of any earlier one. After a failed exchange, \`authErrorId\` beside it is the request ID, and \`authErrorCode\` the
    outage, when one is known, as the header \`Orgdesk-Outage\` names it. The session that the browser had before ends. In mobile mode the outcome is JSON, and no
    session cookie is set.

    Where no believable state tells the mode, a refusal is as in web mode with \`/\` as \`returnTo\`, or JSON when \`Accept\` names
    \`application/json\` and not \`text/html\`. An expired state with a good signature still tells where to go.

    A parameter that is given twice counts as missing. Checks, in this order: state missing; state invalid, expired or bound
    to another address; state of an installation (302 to \`/api/install/callback\` with the whole query); code missing, for
    example because the person cancelled; cookie \`host_auth_csrf\` missing or different; state used before; exchange of the
    code, profile, list of installations. Only after the last the flow cannot be tried again, and the cookie is cleared.
  `,
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
  description: `
    The code host's token is refreshed first when five minutes or less are left of it; \`expiresAt\` moves with it, up to 24
    hours after the sign-in. A refresh that fails leaves the session as it is while the token lives.

    The 401 is the one refusal without a sentence.
  `,
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
  description: `
    Takes no body; what comes as one is ignored, and never refused. Clears all three cookies, and succeeds without a session
    too, and when it could not be deleted.
  `,
  session: 'read',
  answers: { 200: { description: 'Nobody is signed in any more.', json: OkAnswer } },
});
