import { Type } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { OrganizationParams } from '../organization.ts';
import type { Shape } from '../shape.ts';
import { ListEnd, ListedTeam, Person, WithheldLine } from './people.ts';
import { AccessPermission } from './reached.ts';

export const PeopleReviewLine = Type.Union([
  Type.Object({
    kind: Type.Literal('finding'),
    finding: Type.Union([
      Type.Literal('no-second-factor'),
      Type.Literal('insecure-second-factor'),
      Type.Literal('in-no-team', { description: 'Members; owners are left out.' }),
      Type.Literal('owners', { description: 'All of them: whether they are too many is for people to say.' }),
    ]),
    people: Type.Array(Person),
  }),
  Type.Object({
    kind: Type.Literal('finding'),
    finding: Type.Union([Type.Literal('team-without-people'), Type.Literal('team-without-repositories')]),
    teams: Type.Array(ListedTeam),
  }),
  Type.Object({
    kind: Type.Literal('finding'),
    finding: Type.Literal('outside-collaborators'),
    people: Type.Array(
      Type.Object({
        ...Person.properties,
        repositories: Type.Array(Type.Object({ name: Type.String(), permission: AccessPermission })),
      }),
    ),
  }),
  WithheldLine,
  ListEnd,
]);
export type PeopleReviewLine = Shape<typeof PeopleReviewLine>;

export const REVIEW_PEOPLE = endpoint({
  id: 'reviewPeople',
  method: 'GET',
  path: '/api/organizations/{login}/people-review',
  chapter: 'People',
  summary: 'People and teams of an organization that should be looked at',
  description: `
    For owners of the organization as the code host says at this moment. Lines of JSON (NDJSON), each a PeopleReviewLine: one
    for each finding, empty ones too, as soon as it is known. A finding that could not be made is missing, and a line
    \`withheld\` says what was not read.
  `,
  session: 'needed',
  params: OrganizationParams,
  streams: 'list',
  entries: ['people.reviewed'],
  answers: { 200: { description: 'The findings, in pieces.', lines: PeopleReviewLine } },
});
