import { Type } from 'typebox';
import { Nullable, type Shape } from '../shape.ts';

/** Specification: Organization membership view. */
export const OrganizationMembershipView = Type.Object({
  id: Type.Integer(),
  login: Type.String(),
  name: Nullable(Type.String()),
  avatarUrl: Nullable(Type.String()),
  viewerCanAdminister: Type.Boolean(),
});
export type OrganizationMembershipView = Shape<typeof OrganizationMembershipView>;

/** Specification: User view. */
export const UserView = Type.Object({
  id: Type.Integer(),
  login: Type.String(),
  name: Nullable(Type.String()),
  avatarUrl: Nullable(Type.String()),
  organizations: Type.Array(OrganizationMembershipView),
});
export type UserView = Shape<typeof UserView>;

/** Never contains a code-host token. Specification: Session view. */
export const SessionView = Type.Object({
  id: Type.String({
    description: '64 lower-case hex characters. This is the credential: treat it as a secret.',
  }),
  user: UserView,
  installationIds: Type.Array(Type.Integer()),
  expiresAt: Type.String({ description: 'ISO 8601 with milliseconds.' }),
});
export type SessionView = Shape<typeof SessionView>;
