import { Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { LOGIN_MAX_CHARACTERS } from './limits.ts';
import { OrganizationParams } from './organization.ts';
import { Nullable, type Shape } from './shape.ts';

/** Role as stored in the session. */
export const OrganizationRole = Type.Union([Type.Literal('admin'), Type.Literal('member')]);
export type OrganizationRole = Shape<typeof OrganizationRole>;

/** Role as the code host reports it. */
export const MembershipRole = Type.Union([
  Type.Literal('admin'),
  Type.Literal('member'),
  Type.Literal('billing_manager'),
]);
export type MembershipRole = Shape<typeof MembershipRole>;

/** Requested by the App, but granted at a lower level or not at all. */
export const MissingPermission = Type.Object({
  name: Type.String({ description: "The code host's name for it, `members` for example." }),
  wanted: Type.String({ description: '`read`, `write` or `admin`.' }),
  granted: Nullable(Type.String({ description: 'The level it was granted at; null when it was not.' })),
});
export type MissingPermission = Shape<typeof MissingPermission>;

/** Needed by orgdesk, but requested at a lower level or not at all. */
export const UnrequestedPermission = Type.Object({
  name: Type.String({ description: "The code host's name for it, `members` for example." }),
  needed: Type.String({ description: '`read`, `write` or `admin`.' }),
  requested: Nullable(Type.String({ description: 'The level the App asks for; null when it does not ask.' })),
  purpose: Type.String({ description: 'What cannot be done without it.' }),
});
export type UnrequestedPermission = Shape<typeof UnrequestedPermission>;

export const AccessCause = Type.Union([
  Type.Object({
    kind: Type.Literal('single-sign-on', {
      description: 'The organization asks for single sign-on: sign on there, then sign in again.',
    }),
    authorizeUrl: Nullable(
      Type.String({ description: 'Page of the code host where single sign-on is done; null when it named none.' }),
    ),
  }),
  Type.Object({
    kind: Type.Literal('ip-allow-list', {
      description: 'The organization allows only addresses on its list, on which that of orgdesk is not.',
    }),
  }),
  Type.Object({
    kind: Type.Literal('no-membership', {
      description: 'The code host shows no membership: no such organization, not a member, or hidden.',
    }),
  }),
  Type.Object({
    kind: Type.Literal('membership-ended', { description: 'A member at sign-in, and none any more.' }),
  }),
  Type.Object({
    kind: Type.Literal('invitation-pending', { description: 'The invitation waits to be accepted at the code host.' }),
  }),
  Type.Object({ kind: Type.Literal('app-missing', { description: 'The App is not installed.' }) }),
  Type.Object({
    kind: Type.Literal('app-suspended', { description: 'An owner suspended the App.' }),
    suspendedAt: Type.String({ description: 'ISO 8601 with milliseconds.' }),
  }),
  Type.Object({
    kind: Type.Literal('permissions-not-requested', {
      description: 'The App does not ask for all that orgdesk needs, so that nobody can grant it.',
    }),
    settingsUrl: Nullable(
      Type.String({
        description: 'Page of the code host where the owner of the App changes what it asks for; null when not known.',
      }),
    ),
    permissions: Type.Array(UnrequestedPermission, { description: 'By name.' }),
  }),
  Type.Object({
    kind: Type.Literal('permissions-missing', {
      description: 'The App asks for more than the organization has granted it.',
    }),
    permissions: Type.Array(MissingPermission, { description: 'By name.' }),
  }),
  Type.Object({
    kind: Type.Literal('not-known-at-sign-in', {
      description: 'A member now, but the session does not list the organization: sign in again.',
    }),
  }),
  Type.Object({
    kind: Type.Literal('role-changed', { description: 'The role is another than at sign-in: sign in again.' }),
  }),
]);
export type AccessCause = Shape<typeof AccessCause>;

/** Without causes but with unchecked parts, there may still be a problem. */
export const UncheckedPart = Type.Object({
  part: Type.Union([Type.Literal('membership'), Type.Literal('installation')]),
  reason: Type.Union([
    Type.Literal('rate-limited', { description: 'The code host takes no more requests for now.' }),
    Type.Literal('asked-too-often', {
      description: 'The person has begun as many looks in this minute as orgdesk allows; causes are as last seen.',
    }),
    Type.Literal('unreachable', { description: 'No usable answer in time.' }),
    Type.Literal('refused', { description: 'The code host does not let orgdesk look.' }),
  ]),
});
export type UncheckedPart = Shape<typeof UncheckedPart>;

/** What currently limits the signed-in person's view. */
export const OrganizationAccessView = Type.Object({
  login: Type.String({ description: 'As the code host or the session writes it, else as it was asked for.' }),
  checkedAt: Type.String({ description: 'ISO 8601 with milliseconds.' }),
  role: Type.Object({
    atSignIn: Nullable(OrganizationRole),
    now: Nullable(MembershipRole),
  }),
  causes: Type.Array(AccessCause, {
    description: 'What has to be mended first comes first; empty when nothing limits what the person sees.',
  }),
  unchecked: Type.Array(UncheckedPart),
});
export type OrganizationAccessView = Shape<typeof OrganizationAccessView>;

export const AccessAnswer = Type.Object({ access: OrganizationAccessView });
export type AccessAnswer = Shape<typeof AccessAnswer>;

export const GET_ORGANIZATION_ACCESS = endpoint({
  id: 'getOrganizationAccess',
  method: 'GET',
  path: '/api/organizations/{login}/access',
  chapter: 'Organizations',
  summary: 'Why somebody sees less of an organization than there is',
  description: `
    As the code host says at this moment: the membership is asked for with the token of the signed-in person, the
    installation only on behalf of members. An organization that does not exist and one of others look the same. What was
    seen of the installation goes into the stored data.

    What the person can do comes before what an owner has to; the causes about the App are told only to people who belong to
    the organization, by their session or by the membership they have now. A login with anything but ASCII letters, digits,
    \`-\` and \`_\`, or with more than ${LOGIN_MAX_CHARACTERS} characters, is \`no-membership\` without asking. Where the App may not read members, the
    membership is always \`refused\`, and for a member of the session the causes say what the App lacks.

    A look at the App is shared by all who ask at the same time, and one person begins at most ten a minute on each instance.
    Beyond, the installation is \`asked-too-often\`, and told as stored. After four seconds it is \`unreachable\`, and the look
    goes on for the stored data; also when it does not show under this login and is not known to be gone, as after a
    renaming. What the App asks for is asked again after ten minutes.
  `,
  session: 'needed',
  params: OrganizationParams,
  answers: { 200: { description: 'What limits the access, and what could not be looked at.', json: AccessAnswer } },
});
