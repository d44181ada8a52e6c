import { Type } from 'typebox';
import { endpoint } from '../endpoint.ts';
import type { Shape } from '../shape.ts';
import { OrganizationId } from './across/organization-id.ts';
import { FindingName } from './people-review.ts';

export const LastReview = Type.Object({
  organization: OrganizationId,
  reviewedAt: Type.String({ format: 'date-time' }),
  findings: Type.Array(
    Type.Object({
      finding: FindingName,
      open: Type.Integer({ minimum: 0, description: 'People or teams found, without those that are dismissed now.' }),
    }),
    { description: 'Those that were checked whole.' },
  ),
  notChecked: Type.Array(FindingName, {
    description: 'Those that were not read, or only in part, or that cannot be shown now.',
  }),
});
export type LastReview = Shape<typeof LastReview>;

export const LastReviewsAnswer = Type.Object({ reviews: Type.Array(LastReview) });
export type LastReviewsAnswer = Shape<typeof LastReviewsAnswer>;

export const LIST_LAST_REVIEWS = endpoint({
  id: 'listLastReviews',
  method: 'GET',
  path: '/api/people-review/last',
  chapter: 'People',
  summary: "The caller's last access review of each organization that they owned at sign-in",
  description: `
    Without organizations that the caller has not reviewed in the last year, or does not own any more. A review counts once
    its list has ended, also if some checks failed. If it cannot be read whether the caller is still an owner, nothing of it
    counts as checked.
  `,
  session: 'needed',
  answers: { 200: { description: 'The last reviews.', json: LastReviewsAnswer } },
});
