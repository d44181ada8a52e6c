import { Type } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { LOGIN_MAX_CHARACTERS } from '../limits.ts';
import { Nullable, type Shape } from '../shape.ts';
import { OrganizationParams } from './organization.ts';

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
  name: Type.String({ description: 'Name on the code host, such as `members`.' }),
  wanted: Type.String({ description: '`read`, `write` or `admin`.' }),
  granted: Nullable(Type.String({ description: 'Granted level; null if not granted.' })),
});
export type MissingPermission = Shape<typeof MissingPermission>;

/** Needed by orgdesk, but requested at a lower level or not at all. */
export const UnrequestedPermission = Type.Object({
  name: Type.String({ description: 'Name on the code host, such as `members`.' }),
  needed: Type.String({ description: '`read`, `write` or `admin`.' }),
  requested: Nullable(Type.String({ description: 'Requested level; null if not requested.' })),
  purpose: Type.String({ description: 'What orgdesk needs it for.' }),
});
export type UnrequestedPermission = Shape<typeof UnrequestedPermission>;

export const OptionalPermission = Type.Object({
  name: Type.String({ description: 'Name on the code host, such as `administration`.' }),
  needed: Type.String({ description: '`read`, `write` or `admin`.' }),
  granted: Nullable(Type.String({ description: 'Granted level; null if not granted.' })),
  purpose: Type.String({ description: 'What orgdesk would use it for.' }),
});
export type OptionalPermission = Shape<typeof OptionalPermission>;

export const AccessCause = Type.Union([
  Type.Object({
    kind: Type.Literal('single-sign-on', {
      description: 'The organization requires single sign-on. Authenticate with SSO there, then sign in again.',
    }),
    authorizeUrl: Nullable(Type.String({ description: 'SSO page of the code host; null if unknown.' })),
  }),
  Type.Object({
    kind: Type.Literal('ip-allow-list', {
      description: "The organization's IP allow list does not include orgdesk's address.",
    }),
  }),
  Type.Object({
    kind: Type.Literal('no-membership', {
      description: 'No visible membership: the organization does not exist, is hidden, or the person is not a member.',
    }),
  }),
  Type.Object({
    kind: Type.Literal('renamed', { description: 'The organization was renamed since sign-in: sign in again.' }),
    formerLogin: Type.String({ description: 'The login that the session lists.' }),
    login: Type.String({ description: 'Its present login.' }),
  }),
  Type.Object({
    kind: Type.Literal('membership-ended', { description: 'A member at sign-in, but no longer.' }),
  }),
  Type.Object({
    kind: Type.Literal('invitation-pending', { description: 'The invitation must be accepted on the code host.' }),
  }),
  Type.Object({ kind: Type.Literal('app-missing', { description: 'The App is not installed.' }) }),
  Type.Object({
    kind: Type.Literal('app-suspended', { description: 'An owner suspended the App.' }),
    suspendedAt: Type.String({ description: 'ISO 8601 with milliseconds.' }),
  }),
  Type.Object({
    kind: Type.Literal('permissions-not-requested', {
      description: 'The App does not request all permissions that orgdesk needs.',
    }),
    settingsUrl: Nullable(
      Type.String({
        description: "Page where the App's owner can change its permissions; null if unknown.",
      }),
    ),
    permissions: Type.Array(UnrequestedPermission, { description: 'Sorted by name.' }),
  }),
  Type.Object({
    kind: Type.Literal('permissions-missing', {
      description: 'The organization has not granted all permissions that the App requests.',
    }),
    permissions: Type.Array(MissingPermission, { description: 'Sorted by name.' }),
  }),
  Type.Object({
    kind: Type.Literal('not-known-at-sign-in', {
      description: 'A member now, but the session does not list the organization: sign in again.',
    }),
  }),
  Type.Object({
    kind: Type.Literal('role-changed', { description: 'The role changed since sign-in: sign in again.' }),
  }),
]);
export type AccessCause = Shape<typeof AccessCause>;

/** Without causes but with unchecked parts, there may still be a problem. */
export const UncheckedPart = Type.Object({
  part: Type.Union([Type.Literal('membership'), Type.Literal('installation')]),
  reason: Type.Union([
    Type.Literal('rate-limited', { description: 'Rate limited by the code host.' }),
    Type.Literal('asked-too-often', {
      description: 'The person started too many checks in the last minute. Causes are from the last check.',
    }),
    Type.Literal('unreachable', { description: 'No usable response in time.' }),
    Type.Literal('refused', { description: 'The code host denied access.' }),
  ]),
});
export type UncheckedPart = Shape<typeof UncheckedPart>;

/** What currently limits the signed-in person's view. */
export const OrganizationAccessView = Type.Object({
  login: Type.String({ description: 'As spelled by the code host or the session, otherwise as requested.' }),
  checkedAt: Type.String({ description: 'ISO 8601 with milliseconds.' }),
  role: Type.Object({
    atSignIn: Nullable(OrganizationRole),
    now: Nullable(MembershipRole),
  }),
  causes: Type.Array(AccessCause, {
    description: 'In the order to fix them; empty if nothing limits what the person sees.',
  }),
  unchecked: Type.Array(UncheckedPart),
  optionalPermissions: Type.Array(OptionalPermission, { description: 'For current owners; otherwise empty.' }),
});
export type OrganizationAccessView = Shape<typeof OrganizationAccessView>;

export const AccessAnswer = Type.Object({ access: OrganizationAccessView });
export type AccessAnswer = Shape<typeof AccessAnswer>;

export const GET_ORGANIZATION_ACCESS = endpoint({
  id: 'getOrganizationAccess',
  method: 'GET',
  path: '/api/organizations/{login}/access',
  chapter: 'Organizations',
  summary: 'Explain limited access to an organization',
  description: `
    Reads the current state from the code host: the membership with the signed-in person's token, and the
    installation only for members. An organization that does not exist looks the same as one the person is not in. The
    installation data read is also stored.

    Causes that the person can fix come before those for an owner. Causes about the App are shown only to members of
    the organization, according to their session or current membership. A login with anything but ASCII letters, digits,
    \`-\` and \`_\`, or with more than ${LOGIN_MAX_CHARACTERS} characters, returns \`no-membership\` without a request. If the App cannot read members, the
    membership is always \`refused\`, and for members according to the session, the causes name the missing permissions.

    Concurrent requests share one check of the App. A person can start up to ten checks a minute per instance.
    Beyond that, the installation is \`asked-too-often\`, and stored data is returned. After four seconds it is \`unreachable\`,
    and the check continues in the background; the same applies if it is not found under this login but may still exist,
    for example after a rename. The App's requested permissions are cached for ten minutes.
  `,
  session: 'needed',
  params: OrganizationParams,
  answers: {
    200: { description: 'Causes of limited access, and parts that could not be checked.', json: AccessAnswer },
  },
});
