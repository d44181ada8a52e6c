import { Type } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { OrganizationParams } from '../organizations/organization.ts';
import type { Shape } from '../shape.ts';
import { FindingMark } from './dismissed-findings.ts';
import { ListEnd, ListedTeam, Person, WithheldLine } from './people.ts';
import { AccessPermission } from './reached.ts';

export const FindingName = Type.Union([
  Type.Literal('no-second-factor'),
  Type.Literal('insecure-second-factor'),
  Type.Literal('owners'),
  Type.Literal('outside-collaborators'),
  Type.Literal('in-no-team'),
  Type.Literal('team-without-people'),
  Type.Literal('team-without-repositories'),
]);
export type FindingName = Shape<typeof FindingName>;

export const FINDING_NAMES = FindingName.anyOf.map(({ const: name }) => name);

export const PeopleReviewLine = Type.Union([
  Type.Object({
    kind: Type.Literal('finding'),
    finding: Type.Union([
      Type.Literal('no-second-factor'),
      Type.Literal('insecure-second-factor'),
      Type.Literal('in-no-team', { description: 'Members, without owners.' }),
      Type.Literal('owners', { description: 'All owners, whatever their number.' }),
    ]),
    people: Type.Array(Type.Object({ ...Person.properties, ...FindingMark.properties })),
  }),
  Type.Object({
    kind: Type.Literal('finding'),
    finding: Type.Union([Type.Literal('team-without-people'), Type.Literal('team-without-repositories')]),
    teams: Type.Array(Type.Object({ ...ListedTeam.properties, ...FindingMark.properties })),
  }),
  Type.Object({
    kind: Type.Literal('finding'),
    finding: Type.Literal('outside-collaborators'),
    people: Type.Array(
      Type.Object({
        ...Person.properties,
        ...FindingMark.properties,
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
  summary: 'Access review',
  description: `
    For current owners of the organization. NDJSON, each line a PeopleReviewLine: one
    for each finding, including empty ones, as soon as it is known. A finding that could not be determined is missing, and a line
    \`withheld\` says what could not be read.
  `,
  session: 'needed',
  params: OrganizationParams,
  streams: 'list',
  entries: ['people.reviewed'],
  answers: { 200: { description: 'The findings, streamed.', lines: PeopleReviewLine } },
});
