import { Type } from 'typebox';
import { AuditEntry } from '../../audit-trail/audit-trail.ts';
import { endpoint } from '../../endpoint.ts';
import { Nullable, type Shape } from '../../shape.ts';
import { ListEnd, PersonAnswer, PersonRole, Withheld } from '../people.ts';
import { BudgetLine, OrganizationFinishedLine, OrganizationsLine, UnreadReason } from './list-across.ts';
import { OrganizationId } from './organization-id.ts';

const { secondFactor, teams, sentInvitations } = PersonAnswer.properties;

export const PersonInOrganizationLine = Type.Object({
  kind: Type.Literal('organization'),
  organization: OrganizationId,
  login: Type.String({ description: 'Login of the organization now.' }),
  /** Null if the person does not belong to it. */
  role: Nullable(PersonRole),
  isPending: Type.Boolean({ description: 'True if the code host calls their membership pending.' }),
  secondFactor,
  teams,
  /** Those the person can access, of those that the App covers; null if not read. */
  repositories: Nullable(
    Type.Object({
      count: Type.Integer({ minimum: 0 }),
      isComplete: Type.Boolean({ description: 'False if there may be more.' }),
    }),
  ),
  sentInvitations,
  receivedInvitations: sentInvitations,
  withheld: Type.Array(Withheld),
});
export type PersonInOrganizationLine = Shape<typeof PersonInOrganizationLine>;

export const PersonEntriesLine = Type.Object({
  kind: Type.Literal('entries'),
  organization: OrganizationId,
  /** Null if the audit log could not be searched. */
  entries: Nullable(
    Type.Array(AuditEntry, { description: 'By the person or about them under this login, newest first.' }),
  ),
  hasMore: Type.Boolean({ description: 'True if there may be older entries.' }),
});
export type PersonEntriesLine = Shape<typeof PersonEntriesLine>;

export const PersonReportOrganization = Type.Object({
  organization: Type.Object({ id: OrganizationId, login: Type.String() }),
  result: Type.Union([
    Type.Literal('not-there', {
      description: 'Does not belong to it, not even pending. No invitation to or from them is open.',
    }),
    Type.Literal('still-there'),
    Type.Literal('not-checked'),
  ]),
  role: PersonInOrganizationLine.properties.role,
  isPending: Nullable(PersonInOrganizationLine.properties.isPending),
  teams: Nullable(Type.Array(Type.String(), { description: 'Slugs.' })),
  receivedInvitations: Nullable(Type.Integer({ minimum: 0, description: 'Open ones.' })),
  sentInvitations: Nullable(Type.Integer({ minimum: 0, description: 'Open ones.' })),
  /** Why nothing was read; otherwise null. */
  reason: Nullable(UnreadReason),
});
export type PersonReportOrganization = Shape<typeof PersonReportOrganization>;

export const PersonReportLine = Type.Object({
  kind: Type.Literal('report'),
  organizations: Type.Array(PersonReportOrganization),
  /** Null if it is not signed. */
  document: Nullable(
    Type.String({
      description:
        'A signed note (c2sp.org/signed-note): a line with the service and account ID, one with `account`, `checkedBy` and ' +
        '`checkedAt` as JSON, and one for each organization.',
    }),
  ),
  /** Null if it is signed. */
  unsigned: Nullable(
    Type.Object({
      document: Type.String({
        description: 'The lines of the report, after two that say that it is not signed and why. It proves nothing.',
      }),
      /** `signing-off`: signing needs `setting`. `too-many`: after the reports of an hour. */
      reason: Type.Union([Type.Literal('signing-off'), Type.Literal('too-many')]),
      setting: Nullable(Type.String({ description: 'The setting that switches signing on.' })),
    }),
  ),
});
export type PersonReportLine = Shape<typeof PersonReportLine>;

export const PersonAcrossLine = Type.Union([
  OrganizationsLine,
  Type.Object({
    kind: Type.Literal('person'),
    id: Type.Integer({ minimum: 1, description: 'Account ID.' }),
    login: Type.String(),
  }),
  PersonInOrganizationLine,
  PersonEntriesLine,
  BudgetLine,
  OrganizationFinishedLine,
  PersonReportLine,
  ListEnd,
]);
export type PersonAcrossLine = Shape<typeof PersonAcrossLine>;

export const PersonAcrossParams = Type.Object({
  person: Type.String({ description: 'Login of the person; ASCII letters match in either case.' }),
});

export const PersonAcrossQuery = Type.Object({
  report: Type.Union([Type.Literal('true'), Type.Literal('false')], {
    default: 'false',
    description: 'Whether to end with a line `report`, which adds an audit entry to each organization that was read.',
  }),
  id: Type.Optional(
    Type.String({
      pattern: '^[1-9]\\d{0,14}$',
      description: 'Account ID that the login is expected to have. Otherwise the request is refused.',
    }),
  ),
});

export const GET_PERSON_ACROSS = endpoint({
  id: 'getPersonAcross',
  method: 'GET',
  path: '/api/people/{person}',
  chapter: 'People',
  summary: 'Get a person in all organizations that the caller owns',
  description: `
    NDJSON, each line a PersonAcrossLine: for each organization one line \`organization\`, one \`entries\` of its audit log,
    and \`finished\`. Same access and limits as the list. A report can be verified with \`orgdesk audit verify --report\`.
  `,
  session: 'needed',
  params: PersonAcrossParams,
  query: PersonAcrossQuery,
  streams: 'list',
  entries: ['people.reviewed', 'person_report.exported'],
  answers: { 200: { description: 'The person, streamed.', lines: PersonAcrossLine } },
});
