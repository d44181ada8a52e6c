import { type Static, Type } from 'typebox';
import { Nullable } from './nullable.ts';

/** One organization of the signed-in user, as the session view lists it. Specification: Organization membership view. */
export const OrganizationMembershipView = Type.Object({
  id: Type.Integer(),
  login: Type.String(),
  name: Nullable(Type.String()),
  avatarUrl: Nullable(Type.String()),
  viewerCanAdminister: Type.Boolean(),
});
export type OrganizationMembershipView = Static<typeof OrganizationMembershipView>;

/** The signed-in person. Specification: User view. */
export const UserView = Type.Object({
  id: Type.Integer(),
  login: Type.String(),
  name: Nullable(Type.String()),
  avatarUrl: Nullable(Type.String()),
  organizations: Type.Array(OrganizationMembershipView),
});
export type UserView = Static<typeof UserView>;

/** What a client may know of a session; never a code-host token. Specification: Session view. */
export const SessionView = Type.Object({
  id: Type.String({
    description: '64 lower-case hex characters: the credential itself, so treat the view as a secret.',
  }),
  user: UserView,
  installationIds: Type.Array(Type.Integer()),
  expiresAt: Type.String({ description: 'ISO 8601 with milliseconds.' }),
});
export type SessionView = Static<typeof SessionView>;

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
export type StartSignInQuery = Static<typeof StartSignInQuery>;

/** Query of `GET /api/auth`. A value that is missing is answered with its own sentence. */
export const CompleteSignInQuery = Type.Object({
  code: Type.Optional(Type.String({ description: 'Authorization code of the code host, good for one use.' })),
  state: Type.Optional(Type.String({ description: 'The state of `GET /api/auth/start`.' })),
});
export type CompleteSignInQuery = Static<typeof CompleteSignInQuery>;

/** Query of `GET /api/auth/session`. */
export const GetSessionQuery = Type.Object({
  optional: Type.Optional(
    Type.Literal('true', {
      description: 'Answers 200 also without a session, so that no browser reports an error. Other values do nothing.',
    }),
  ),
});
export type GetSessionQuery = Static<typeof GetSessionQuery>;

/** 200 of `GET /api/auth/session` for somebody who is signed in. */
export const SessionAnswer = Type.Object({
  authenticated: Type.Literal(true),
  session: SessionView,
});
export type SessionAnswer = Static<typeof SessionAnswer>;

/** 401 of `GET /api/auth/session`, and its 200 when the session is optional. */
export const NoSessionAnswer = Type.Object({
  authenticated: Type.Literal(false),
  session: Type.Null(),
});
export type NoSessionAnswer = Static<typeof NoSessionAnswer>;

/** 200 of `GET /api/auth/session`; without a session only when that is optional. */
export const CurrentSessionAnswer = Type.Union([SessionAnswer, NoSessionAnswer]);
export type CurrentSessionAnswer = Static<typeof CurrentSessionAnswer>;

/** 200 of `GET /api/auth` in mobile mode. `sessionToken` equals `session.id` and is sent as a bearer token. */
export const MobileSignInAnswer = Type.Object({
  sessionToken: Type.String({ description: 'Equals `session.id`; sent as a bearer token.' }),
  session: SessionView,
});
export type MobileSignInAnswer = Static<typeof MobileSignInAnswer>;
