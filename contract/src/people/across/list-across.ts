import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { Nullable, type Shape } from '../../shape.ts';
import { ListEnd, ListedPeopleLine, PeopleQuery, SecondFactorsLine, TeamLine, WithheldLine } from '../people.ts';
import { OrganizationId } from './organization-id.ts';

const ofOrganization = { organization: OrganizationId };

export const UnreadReason = Type.Union([
  Type.Literal('app-missing'),
  Type.Literal('app-suspended'),
  Type.Literal('not-a-member', { description: 'Left, or the organization was deleted or has another login.' }),
  Type.Literal('not-an-owner'),
  Type.Literal('limit', { description: "The rate limit, or this service's reserve of it, was reached." }),
  Type.Literal('token-rejected'),
  Type.Literal('single-sign-on'),
  Type.Literal('ip-allow-list'),
  Type.Literal('refused'),
  Type.Literal('unreachable'),
  Type.Literal('out-of-time'),
]);
export type UnreadReason = Shape<typeof UnreadReason>;

export const OrganizationsLine = Type.Object({
  kind: Type.Literal('organizations'),
  organizations: Type.Array(
    Type.Object({
      id: OrganizationId,
      login: Type.String(),
      name: Nullable(Type.String()),
      avatarUrl: Nullable(Type.String()),
    }),
    { description: 'Those that the person owned at sign-in, sorted by login. Each gets a line `finished`.' },
  ),
});
export type OrganizationsLine = Shape<typeof OrganizationsLine>;

/** The person is an owner now. */
export const OrganizationStartedLine = Type.Object({
  kind: Type.Literal('started'),
  ...ofOrganization,
  login: Type.String({ description: 'The login now.' }),
});

export const OrganizationFinishedLine = Type.Object({
  kind: Type.Literal('finished'),
  ...ofOrganization,
  isComplete: Type.Boolean({ description: 'If false, whoever is missing may still belong to the organization.' }),
  /** Why nothing of it could be read; otherwise null. */
  failure: Nullable(
    Type.Object({
      reason: UnreadReason,
      message: Nullable(Type.String({ description: "The code host's message." })),
      retryAt: Nullable(Type.String({ format: 'date-time', description: 'End of a rate limit.' })),
      authorizeUrl: Nullable(Type.String({ description: 'Where to sign in with single sign-on.' })),
    }),
  ),
});
export type OrganizationFinishedLine = Shape<typeof OrganizationFinishedLine>;
export type OrganizationFailure = NonNullable<OrganizationFinishedLine['failure']>;

/** The person's rate limit at the code host, which all programs of the person share. */
export const BudgetLine = Type.Object({
  kind: Type.Literal('budget'),
  resource: Type.Union([Type.Literal('core'), Type.Literal('graphql')]),
  used: Type.Integer({ minimum: 0, description: 'Counted calls of this list, without checks of roles.' }),
  unchanged: Type.Integer({ minimum: 0, description: 'Calls that the code host did not count.' }),
  remaining: Nullable(Type.Integer({ minimum: 0 })),
  limit: Nullable(Type.Integer({ minimum: 0, description: 'Null if the code host has none.' })),
  reserve: Nullable(Type.Integer({ minimum: 0, description: 'The list stops before fewer remain.' })),
  resetAt: Nullable(Type.String({ format: 'date-time' })),
});
export type BudgetLine = Shape<typeof BudgetLine>;

export const InvitedLine = Type.Object({
  kind: Type.Literal('invited'),
  ...ofOrganization,
  people: Type.Array(
    Type.Object({
      id: Nullable(Type.Integer({ description: 'Account ID, if known.' })),
      login: Nullable(Type.String({ description: 'Null if invited by email.' })),
      email: Nullable(Type.String()),
      at: Type.String({ format: 'date-time' }),
      isOpen: Type.Boolean(),
    }),
    { description: 'Newest first: open and failed invitations, and recent ones of the audit log.' },
  ),
});
export type InvitedLine = Shape<typeof InvitedLine>;

export const AcrossWithheldLine = Type.Object({ ...WithheldLine.properties, ...ofOrganization });

export const PeopleAcrossLine = Type.Union([
  OrganizationsLine,
  OrganizationStartedLine,
  Type.Object({ ...ListedPeopleLine.properties, ...ofOrganization }),
  Type.Object({ ...SecondFactorsLine.properties, ...ofOrganization }),
  Type.Object({ ...TeamLine.properties, ...ofOrganization }),
  InvitedLine,
  AcrossWithheldLine,
  BudgetLine,
  OrganizationFinishedLine,
  ListEnd,
]);
export type PeopleAcrossLine = Shape<typeof PeopleAcrossLine>;

export const PeopleAcrossQuery = Type.Object({
  ...PeopleQuery.properties,
  invitations: Type.Union([Type.Literal('true'), Type.Literal('false')], {
    default: 'false',
    description: 'Whether to include who was invited when.',
  }),
});
export type PeopleAcrossQuery = Shape<typeof PeopleAcrossQuery>;

export const LIST_PEOPLE_ACROSS = endpoint({
  id: 'listPeopleAcross',
  method: 'GET',
  path: '/api/people',
  chapter: 'People',
  summary: 'List people of all organizations that the caller owns',
  description: `
    NDJSON, each line a PeopleAcrossLine, sent as they are read, with the lines of
    \`GET /api/organizations/{login}/people\` and the ID of their organization. A few organizations are read at a time, each
    only while the caller is an owner of it. People are the same if their account IDs are. Members have no names. Pages that have not changed are
    not counted by the code host. The list stops at a reserve of the caller's rate limit. An organization that could not be read
    has its reason in \`finished\`.
  `,
  session: 'needed',
  query: PeopleAcrossQuery,
  streams: 'list',
  entries: ['people.reviewed'],
  answers: { 200: { description: 'The list, streamed.', lines: PeopleAcrossLine } },
});
