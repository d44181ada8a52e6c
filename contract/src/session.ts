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
  /** 64 lower-case hex characters: the credential itself, so treat the view as a secret. */
  id: Type.String(),
  user: UserView,
  installationIds: Type.Array(Type.Integer()),
  /** ISO 8601 with milliseconds. */
  expiresAt: Type.String(),
});
export type SessionView = Static<typeof SessionView>;

/** 200 of `GET /api/auth/session`. */
export const SessionAnswer = Type.Object({
  authenticated: Type.Literal(true),
  session: SessionView,
});
export type SessionAnswer = Static<typeof SessionAnswer>;

/** 401 of `GET /api/auth/session`. */
export const NoSessionAnswer = Type.Object({
  authenticated: Type.Literal(false),
  session: Type.Null(),
});
export type NoSessionAnswer = Static<typeof NoSessionAnswer>;

/** 200 of `GET /api/auth` in mobile mode. `sessionToken` equals `session.id` and is sent as a bearer token. */
export const MobileSignInAnswer = Type.Object({
  sessionToken: Type.String(),
  session: SessionView,
});
export type MobileSignInAnswer = Static<typeof MobileSignInAnswer>;
