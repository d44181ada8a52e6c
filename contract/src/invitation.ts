import { type Static, Type } from 'typebox';

/** Body of `POST /api/organizations/{login}/mass-invite`. */
export const MassInviteRequest = Type.Object({
  userLogins: Type.Array(Type.String(), {
    description: 'One to fifty logins, counted without blanks and exact duplicates.',
  }),
});
export type MassInviteRequest = Static<typeof MassInviteRequest>;

/** A login that was not invited, and why, as the code host says it. */
export const FailedInvitation = Type.Object({ login: Type.String(), error: Type.String() });
export type FailedInvitation = Static<typeof FailedInvitation>;

/** 200 of it: every login in exactly one of the two lists, both in the order of the request. */
export const MassInviteAnswer = Type.Object({
  success: Type.Array(Type.String()),
  failed: Type.Array(FailedInvitation),
});
export type MassInviteAnswer = Static<typeof MassInviteAnswer>;
