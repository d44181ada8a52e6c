import { Type } from 'typebox';
import { endpoint, redirect } from '../endpoint.ts';
import { OkAnswer } from '../error.ts';
import type { Shape } from '../shape.ts';
import { SessionView } from './session.ts';

export const StartSignInQuery = Type.Object({
  returnTo: Type.String({
    default: '/',
    description:
      'Redirect target: a path on the service, or an absolute URL on its origin. Anything else becomes `/`. ' +
      'Up to 8 KB, with spaces and non-ASCII characters percent-encoded.',
  }),
  mode: Type.Union([Type.Literal('web'), Type.Literal('mobile')], {
    default: 'web',
    description: 'With `mobile`, the callback returns JSON instead of setting a cookie and redirecting.',
  }),
});
export type StartSignInQuery = Shape<typeof StartSignInQuery>;

/** Optional in the schema, because each missing value has its own message. */
export const CompleteSignInQuery = Type.Object({
  code: Type.Optional(Type.String({ description: 'Authorization code of the code host; single use.' })),
  state: Type.Optional(Type.String({ description: 'The state of `GET /api/auth/start`; single use.' })),
});
export type CompleteSignInQuery = Shape<typeof CompleteSignInQuery>;

export const GetSessionQuery = Type.Object({
  optional: Type.Optional(
    Type.Literal('true', {
      description:
        'Returns 200 even without a session, so that browsers do not report an error. Other values are ignored.',
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
  sessionToken: Type.String({ description: 'Same as `session.id`; send it as a bearer token.' }),
  session: SessionView,
});
export type MobileSignInAnswer = Shape<typeof MobileSignInAnswer>;

export const START_SIGN_IN = endpoint({
  id: 'startSignIn',
  method: 'GET',
  path: '/api/auth/start',
  chapter: 'Sign-in',
  summary: 'Start sign-in',
  description: `
    Open this URL in a browser. Sets the cookie \`host_auth_csrf\`; of two sign-ins in one browser, the one started last can be
    completed. No cookie is set for a request that cannot start one, such as for an image: one whose \`Sec-Fetch-Dest\` is
    set and not \`document\`, except \`empty\` with \`Sec-Fetch-Site: same-origin\` or \`none\`. A prefetch (\`Sec-Purpose\` or
    \`Purpose\` has \`prefetch\`) is answered 503 without any effect, here as at every address that redirects.

    A duplicate parameter or another mode is refused. Unknown parameters are ignored.

    The redirect has \`client_id\`, \`redirect_uri\` (\`BASE_URL/api/auth\`), \`scope=read:org user:email\`, \`state\`,
    \`allow_signup=false\`, \`code_challenge\` and \`code_challenge_method=S256\`. The state expires after ten minutes.
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
  summary: 'Sign-in callback',
  description: `
    In web mode every outcome is a redirect: with the cookie \`host_session\`, or with \`authError=<message>\` in the query, in
    place of any earlier one. After a failed exchange, \`authErrorId\` is the request ID, and \`authErrorCode\` the
    outage, if known, as in the header \`Orgdesk-Outage\`. The browser's previous session ends. In mobile mode the outcome is JSON, and no
    session cookie is set.

    Without a valid state, an error is as in web mode with \`/\` as \`returnTo\`, or JSON if \`Accept\` has
    \`application/json\` and not \`text/html\`. An expired state with a valid signature still sets the mode and \`returnTo\`.

    A duplicate parameter counts as missing. Checks, in this order: state missing; state invalid, expired or bound
    to another URL; state of an installation (302 to \`/api/install/callback\` with the whole query); code missing, for
    example because the person cancelled; cookie \`host_auth_csrf\` missing or different; state used before; exchange of the
    code, profile, list of installations. Only after the last check can the flow not be retried, and the cookie is cleared.
  `,
  session: 'unused',
  query: CompleteSignInQuery,
  checkedBy: 'handler',
  answers: {
    200: { description: 'The session, in mobile mode.', json: MobileSignInAnswer },
    ...redirect('To `returnTo`, in web mode.'),
  },
});

export const GET_SESSION = endpoint({
  id: 'getSession',
  method: 'GET',
  path: '/api/auth/session',
  chapter: 'Sign-in',
  summary: 'Get the current session',
  description: `
    The code host's token is refreshed first if it expires within five minutes; \`expiresAt\` is extended with it, up to 24
    hours after sign-in. If a refresh fails, the session stays valid until the token expires.

    The 401 is the only error without a message.
  `,
  session: 'needed',
  query: GetSessionQuery,
  checkedBy: 'handler',
  answers: {
    200: { description: 'The session; with `optional=true`, also if there is none.', json: CurrentSessionAnswer },
    401: { description: 'No session, or its token expired and cannot be refreshed.', json: NoSessionAnswer },
  },
});

export const SIGN_OUT = endpoint({
  id: 'signOut',
  method: 'POST',
  path: '/api/auth/logout',
  chapter: 'Sign-in',
  summary: 'Sign out',
  description: `
    Takes no body; any body is ignored. Clears all three cookies, and succeeds without a session
    or if it could not be deleted.
  `,
  session: 'read',
  answers: { 200: { description: 'Signed out.', json: OkAnswer } },
});
