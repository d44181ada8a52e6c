import { Type } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { OkAnswer } from '../error.ts';
import { CLIENT_NAME_MAX_CHARACTERS, DEVICE_CODE_LIFETIME_SECONDS, DEVICE_POLL_SECONDS } from '../limits.ts';
import type { Shape } from '../shape.ts';
import { MobileSignInAnswer } from './sign-in.ts';

export const StartDeviceSignInBody = Type.Object({
  client_name: Type.String({
    maxLength: CLIENT_NAME_MAX_CHARACTERS,
    pattern: '^[\\x21-\\x7e]([\\x20-\\x7e]*[\\x21-\\x7e])?$',
    description: 'Name of the program, such as `orgdesk on laptop`: printable ASCII, without spaces around it.',
  }),
});
export type StartDeviceSignInBody = Shape<typeof StartDeviceSignInBody>;

/** RFC 8628, 3.2. */
export const DeviceSignInAnswer = Type.Object({
  device_code: Type.String({ description: 'Secret of the program, for `POST /api/auth/device/token`.' }),
  user_code: Type.String({ description: 'Such as `WDJB-MJHT`; the person enters it.' }),
  verification_uri: Type.String({ description: 'The page where the person enters it.' }),
  expires_in: Type.Integer({ description: `Seconds until both codes expire: ${DEVICE_CODE_LIFETIME_SECONDS}.` }),
  interval: Type.Integer({ description: `Seconds between two polls: ${DEVICE_POLL_SECONDS}.` }),
});
export type DeviceSignInAnswer = Shape<typeof DeviceSignInAnswer>;

export const PollDeviceSignInBody = Type.Object({ device_code: Type.String({ minLength: 1, maxLength: 100 }) });
export type PollDeviceSignInBody = Shape<typeof PollDeviceSignInBody>;

/** RFC 8628, 3.5, and RFC 6749, 5.2. */
export const DeviceSignInRefusal = Type.Object({
  error: Type.String({ description: 'A message that can be shown to people.' }),
  code: Type.Optional(
    Type.Union([
      Type.Literal('authorization_pending'),
      Type.Literal('slow_down'),
      Type.Literal('access_denied'),
      Type.Literal('expired_token'),
      Type.Literal('invalid_grant'),
    ]),
  ),
});
export type DeviceSignInRefusal = Shape<typeof DeviceSignInRefusal>;

export const UserCodeBody = Type.Object({
  user_code: Type.String({
    minLength: 1,
    maxLength: 40,
    description: 'Case, spaces and hyphens make no difference.',
  }),
});
export type UserCodeBody = Shape<typeof UserCodeBody>;

export const DeviceRequest = Type.Object({
  clientName: Type.String({ description: 'As the program calls itself. Nobody has checked it.' }),
  address: Type.String({ description: 'Network address that the program sent its request from.' }),
  requestedAt: Type.String({ format: 'date-time' }),
  expiresAt: Type.String({ format: 'date-time' }),
});
export type DeviceRequest = Shape<typeof DeviceRequest>;

export const ApprovedDeviceRequest = Type.Object({
  location: Type.String({ description: "Page of the code host to send the person's browser to." }),
});
export type ApprovedDeviceRequest = Shape<typeof ApprovedDeviceRequest>;

export const START_DEVICE_SIGN_IN = endpoint({
  id: 'startDeviceSignIn',
  method: 'POST',
  path: '/api/auth/device',
  chapter: 'Sign-in',
  summary: 'Start to sign in a program without a browser',
  description: `
    The device authorization request of RFC 8628. Show the person \`user_code\` and \`verification_uri\`, then poll
    \`POST /api/auth/device/token\`. An address may have twenty unanswered requests.
  `,
  session: 'unused',
  body: StartDeviceSignInBody,
  answers: { 200: { description: 'The codes.', json: DeviceSignInAnswer } },
});

export const POLL_DEVICE_SIGN_IN = endpoint({
  id: 'pollDeviceSignIn',
  method: 'POST',
  path: '/api/auth/device/token',
  chapter: 'Sign-in',
  summary: "Get the program's session, once the person has approved",
  description: `
    The device access token request of RFC 8628, sent every \`interval\` seconds. A 400 has one of these codes:
    \`authorization_pending\` (poll again), \`slow_down\` (from now on, wait five seconds longer between polls),
    \`access_denied\`, \`expired_token\`, \`invalid_grant\` (unknown, or the session was given before).

    The session is the program's own. It lasts up to 24 hours, and ends with the code host's token (8 hours on github.com)
    unless it is read in the token's last five minutes, at sign-out, or when the person ends it.
  `,
  session: 'unused',
  body: PollDeviceSignInBody,
  answers: {
    200: { description: 'The session.', json: MobileSignInAnswer },
    400: { description: 'There is no session yet, or there will be none.', json: DeviceSignInRefusal },
  },
});

export const READ_DEVICE_REQUEST = endpoint({
  id: 'readDeviceRequest',
  method: 'POST',
  path: '/api/auth/device/request',
  chapter: 'Sign-in',
  summary: 'Read which program asks to be signed in',
  description: `
    By the code that the program shows. A person may enter ten wrong codes in ten minutes.
    Checks, in this order: session, cross-site, body, number of wrong codes, code.
  `,
  session: 'needed',
  body: UserCodeBody,
  answers: { 200: { description: 'The request of the program.', json: DeviceRequest } },
});

export const APPROVE_DEVICE_REQUEST = endpoint({
  id: 'approveDeviceRequest',
  method: 'POST',
  path: '/api/auth/device/approve',
  chapter: 'Sign-in',
  summary: 'Approve that a program is signed in',
  description: `
    Sets the cookie \`host_auth_csrf\`. Send the browser to \`location\`: the code host gives the program a token of
    its own, so that refreshing it does not end other sessions. The browser comes back to the page \`/device\`, with
    \`outcome=approved\` or \`authError=<message>\`. Only then, and only if the same person is signed in at the code
    host, does the program get its session.

    Checks, in this order: session, cross-site, body, number of wrong codes, code.
  `,
  session: 'needed',
  body: UserCodeBody,
  answers: { 200: { description: 'Where the person goes next.', json: ApprovedDeviceRequest } },
});

export const DENY_DEVICE_REQUEST = endpoint({
  id: 'denyDeviceRequest',
  method: 'POST',
  path: '/api/auth/device/deny',
  chapter: 'Sign-in',
  summary: 'Deny that a program is signed in',
  description: 'Checks, in this order: session, cross-site, body, number of wrong codes, code.',
  session: 'needed',
  body: UserCodeBody,
  answers: { 200: { description: 'Denied.', json: OkAnswer } },
});
