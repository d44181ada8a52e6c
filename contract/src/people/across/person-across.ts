import { Type } from 'typebox';
import { AuditEntry } from '../../audit-trail/audit-trail.ts';
import { endpoint } from '../../endpoint.ts';
import { Nullable, type Shape } from '../../shape.ts';
import { ListEnd, PersonAnswer, PersonRole, Withheld } from '../people.ts';
import { BudgetLine, OrganizationFinishedLine, OrganizationsLine } from './list-across.ts';
import { OrganizationId } from './organization-id.ts';

const { secondFactor, teams, sentInvitations } = PersonAnswer.properties;

export const PersonInOrganizationLine = Type.Object({
  kind: Type.Literal('organization'),
  organization: OrganizationId,
  login: Type.String({ description: 'Login of the organization now.' }),
  /** Null if the person does not belong to it. */
  role: Nullable(PersonRole),
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
  ListEnd,
]);
export type PersonAcrossLine = Shape<typeof PersonAcrossLine>;

export const PersonAcrossParams = Type.Object({
  person: Type.String({ description: 'Login of the person; ASCII letters match in either case.' }),
});

export const PersonAcrossQuery = Type.Object({
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
    and \`finished\`. Same access and limits as the list.
  `,
  session: 'needed',
  params: PersonAcrossParams,
  query: PersonAcrossQuery,
  streams: 'list',
  entries: ['people.reviewed'],
  answers: { 200: { description: 'The person, streamed.', lines: PersonAcrossLine } },
});
