import { Type } from 'typebox';
import { endpoint, redirect } from '../endpoint.ts';
import { APP_CODE_LIFETIME_SECONDS } from '../limits.ts';
import type { Shape } from '../shape.ts';
import { MobileSignInAnswer } from './sign-in.ts';

const ADDRESS_MAX_CHARACTERS = 500;

export const StartAppSignInQuery = Type.Object({
  redirect_uri: Type.String({
    default: '',
    maxLength: ADDRESS_MAX_CHARACTERS,
    description: 'Return address of the app, exactly as in the setting `APP_REDIRECTS`.',
  }),
  code_challenge: Type.String({
    default: '',
    maxLength: 128,
    description: 'Base64url of the SHA-256 of the `code_verifier`: 43 characters.',
  }),
  code_challenge_method: Type.String({ default: '', maxLength: 10, description: '`S256`.' }),
  state: Type.String({
    default: '',
    maxLength: 500,
    description: 'Comes back with the code, so that the app knows its sign-in again.',
  }),
});
export type StartAppSignInQuery = Shape<typeof StartAppSignInQuery>;

export const ExchangeAppCodeBody = Type.Object({
  code: Type.String({ minLength: 1, maxLength: 200 }),
  code_verifier: Type.String({ pattern: '^[A-Za-z0-9._~-]{43,128}$' }),
  redirect_uri: Type.String({ minLength: 1, maxLength: ADDRESS_MAX_CHARACTERS }),
});
export type ExchangeAppCodeBody = Shape<typeof ExchangeAppCodeBody>;

/** RFC 6749, 5.2. */
export const AppCodeRefusal = Type.Object({
  error: Type.String({ description: 'A message that can be shown to people.' }),
  code: Type.Optional(Type.Literal('invalid_grant')),
});
export type AppCodeRefusal = Shape<typeof AppCodeRefusal>;

export const START_APP_SIGN_IN = endpoint({
  id: 'startAppSignIn',
  method: 'GET',
  path: '/api/auth/app/start',
  chapter: 'Sign-in',
  summary: 'Start to sign in to an app with a return address of its own',
  description: `
    Open this URL in the system's browser (RFC 8252). Sets the cookie \`host_auth_csrf\`, as \`GET /api/auth/start\` does.
    Afterwards the browser is sent to \`redirect_uri\` with \`code\` and \`state\`, or with \`error\` (a code of RFC 6749),
    \`error_description\` and \`state\`. An address that is not in \`APP_REDIRECTS\` is refused, and nobody is sent there.
  `,
  session: 'unused',
  query: StartAppSignInQuery,
  answers: redirect("To the code host's authorization page."),
});

export const EXCHANGE_APP_CODE = endpoint({
  id: 'exchangeAppCode',
  method: 'POST',
  path: '/api/auth/app/token',
  chapter: 'Sign-in',
  summary: "Get an app's session for its code",
  description: `
    The code works once, for ${APP_CODE_LIFETIME_SECONDS} seconds, with the verifier and the address that the sign-in was
    started with.
  `,
  session: 'unused',
  body: ExchangeAppCodeBody,
  answers: {
    200: { description: 'The session.', json: MobileSignInAnswer },
    400: { description: 'The code, verifier or address is wrong.', json: AppCodeRefusal },
  },
});
