import { Type } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { OrganizationParams } from '../organizations/organization.ts';
import { Nullable, type Shape } from '../shape.ts';

/** The code host calls owners admin. */
export const PersonRole = Type.Union([
  Type.Literal('admin'),
  Type.Literal('member'),
  Type.Literal('billing_manager', { description: 'Only for a single person; omitted in lists of members.' }),
  Type.Literal('outside_collaborator'),
]);
export type PersonRole = Shape<typeof PersonRole>;

export const Person = Type.Object({
  id: Type.Integer({ minimum: 1 }),
  login: Type.String(),
  name: Nullable(Type.String()),
  avatarUrl: Nullable(Type.String()),
  role: PersonRole,
});
export type Person = Shape<typeof Person>;

export const ListedTeam = Type.Object({
  id: Type.Integer({ minimum: 1 }),
  slug: Type.String(),
  name: Type.String(),
  repositoryCount: Type.Integer({ minimum: 0 }),
});
export type ListedTeam = Shape<typeof ListedTeam>;

/** A part of a list that could not be read, with the reason. */
export const Withheld = Type.Object({
  part: Type.Union([
    Type.Literal('people'),
    Type.Literal('outside-collaborators'),
    Type.Literal('second-factors'),
    Type.Literal('teams'),
    Type.Literal('invitations'),
    Type.Literal('repositories'),
    Type.Literal('collaborators'),
  ]),
  reason: Type.Union([
    Type.Literal('owners-only'),
    Type.Literal('rate-limited'),
    Type.Literal('token-rejected'),
    Type.Literal('single-sign-on'),
    Type.Literal('ip-allow-list'),
    Type.Literal('refused'),
    Type.Literal('unreachable'),
    Type.Literal('out-of-time'),
  ]),
  message: Nullable(Type.String()),
  /** The repository or team, if the part has several. */
  subject: Nullable(Type.String()),
});
export type Withheld = Shape<typeof Withheld>;

/** Without this last line, the list broke off. */
export const ListEnd = Type.Object({
  kind: Type.Literal('end'),
  isComplete: Type.Boolean({
    description: 'False if something the viewer is allowed to see could not be read; lines `withheld` say what.',
  }),
});
export type ListEnd = Shape<typeof ListEnd>;

export const WithheldLine = Type.Object({ kind: Type.Literal('withheld'), withheld: Withheld });
export type WithheldLine = Shape<typeof WithheldLine>;

export const ListedPeopleLine = Type.Object({
  kind: Type.Literal('people'),
  people: Type.Array(Person),
  /** All members, including later lines; null when unknown. */
  total: Nullable(Type.Integer({ minimum: 0 })),
});

export const SecondFactorsLine = Type.Object({
  kind: Type.Literal('second-factors'),
  /** IDs of people without two-factor authentication. */
  disabled: Type.Array(Type.Integer()),
  /** IDs of people with only insecure methods (text messages); null when unknown. */
  insecure: Nullable(Type.Array(Type.Integer())),
});

/** For owners: when members joined, if the audit log recorded it. */
export const JoinedLine = Type.Object({
  kind: Type.Literal('joined'),
  people: Type.Array(Type.Object({ id: Type.Integer(), at: Type.String({ format: 'date-time' }) })),
});

export const TeamLine = Type.Object({
  kind: Type.Literal('team'),
  team: ListedTeam,
  /** Direct members only. Another line may add more. */
  people: Type.Array(
    Type.Object({ id: Type.Integer(), role: Type.Union([Type.Literal('maintainer'), Type.Literal('member')]) }),
  ),
});

export const PeopleLine = Type.Union([
  ListedPeopleLine,
  SecondFactorsLine,
  JoinedLine,
  TeamLine,
  WithheldLine,
  ListEnd,
]);
export type PeopleLine = Shape<typeof PeopleLine>;

export const PeopleQuery = Type.Object({
  teams: Type.Union([Type.Literal('true'), Type.Literal('false')], {
    default: 'false',
    description: 'Whether to include teams and their members.',
  }),
});
export type PeopleQuery = Shape<typeof PeopleQuery>;

export const PersonParams = Type.Object({
  login: Type.String({ description: 'Login of the organization, trimmed; ASCII letters match in either case.' }),
  person: Type.String({ description: 'Login of the person; ASCII letters match in either case.' }),
});
export type PersonParams = Shape<typeof PersonParams>;

export const PersonAnswer = Type.Object({
  person: Person,
  /** Null when the viewer may not see it. */
  secondFactor: Nullable(Type.Union([Type.Literal('enabled'), Type.Literal('disabled'), Type.Literal('insecure')])),
  /** Null when they could not be read. */
  teams: Nullable(
    Type.Array(
      Type.Object({
        id: Type.Integer({ minimum: 1 }),
        slug: Type.String(),
        name: Type.String(),
        role: Type.Union([Type.Literal('maintainer'), Type.Literal('member')]),
      }),
    ),
  ),
  /** Open invitations, which end when this sender leaves; null when they could not be read. */
  sentInvitations: Nullable(
    Type.Array(
      Type.Object({
        id: Type.Integer({ minimum: 1 }),
        login: Nullable(Type.String()),
        email: Nullable(Type.String()),
        createdAt: Type.String({ format: 'date-time' }),
      }),
    ),
  ),
  withheld: Type.Array(Withheld),
});
export type PersonAnswer = Shape<typeof PersonAnswer>;

export const LIST_PEOPLE = endpoint({
  id: 'listPeople',
  method: 'GET',
  path: '/api/organizations/{login}/people',
  chapter: 'People',
  summary: 'List people of an organization',
  description: `
    For current members of the organization. NDJSON, each line a PeopleLine, sent as
    they are read with the signed-in person's token: members, then, for owners, outside collaborators, people without
    2FA and when members joined, then teams if requested. A line \`withheld\` names what could not be read, and the
    last line is \`end\`.
  `,
  session: 'needed',
  params: OrganizationParams,
  query: PeopleQuery,
  streams: 'list',
  entries: ['people.reviewed'],
  answers: { 200: { description: 'The list, streamed.', lines: PeopleLine } },
});

export const GET_PERSON = endpoint({
  id: 'getPerson',
  method: 'GET',
  path: '/api/organizations/{login}/people/{person}',
  chapter: 'People',
  summary: 'Get a person of an organization',
  description: `
    For current members of the organization, like the list of people. 2FA status, and invitations that the person sent, are shown
    only to owners.
  `,
  session: 'needed',
  params: PersonParams,
  entries: ['people.reviewed'],
  answers: { 200: { description: 'The person.', json: PersonAnswer } },
});
