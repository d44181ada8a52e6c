import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import type { Shape } from '../../shape.ts';
import { ListEnd } from '../people.ts';
import { PeopleReviewLine } from '../people-review.ts';
import {
  AcrossWithheldLine,
  BudgetLine,
  OrganizationFinishedLine,
  OrganizationStartedLine,
  OrganizationsLine,
} from './list-across.ts';
import { OrganizationId } from './organization-id.ts';

const ofOrganization = { organization: OrganizationId };
const [ofPeople, ofTeams, ofOutsiders] = PeopleReviewLine.anyOf;

export const ReviewAcrossLine = Type.Union([
  OrganizationsLine,
  OrganizationStartedLine,
  Type.Object({ ...ofPeople.properties, ...ofOrganization }),
  Type.Object({ ...ofTeams.properties, ...ofOrganization }),
  Type.Object({ ...ofOutsiders.properties, ...ofOrganization }),
  AcrossWithheldLine,
  BudgetLine,
  OrganizationFinishedLine,
  ListEnd,
]);
export type ReviewAcrossLine = Shape<typeof ReviewAcrossLine>;

export const REVIEW_ACROSS = endpoint({
  id: 'reviewPeopleAcross',
  method: 'GET',
  path: '/api/people-review',
  chapter: 'People',
  summary: 'Access review of all organizations that the caller owns',
  description: `
    NDJSON, each line a ReviewAcrossLine, with the findings of \`GET /api/organizations/{login}/people-review\` and the ID of
    their organization. Same access and limits as the list of people. Findings are dismissed in their organization.
  `,
  session: 'needed',
  streams: 'list',
  entries: ['people.reviewed'],
  answers: { 200: { description: 'The findings, streamed.', lines: ReviewAcrossLine } },
});
