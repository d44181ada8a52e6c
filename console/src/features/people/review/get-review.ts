import type { PeopleReviewLine, Withheld } from '@orgdesk/client';
import { client } from '../../../lib/reading/http-client.ts';
import { lineQuery } from '../../../lib/reading/line-query.ts';
import { personalKey } from '../../../lib/reading/query-client.ts';

/** May be empty. */
export type ReviewFinding = Extract<PeopleReviewLine, { readonly kind: 'finding' }>;
export type FindingName = ReviewFinding['finding'];

export interface ReviewResult {
  readonly findings: ReadonlyMap<FindingName, ReviewFinding>;
  readonly withheld: readonly Withheld[];
  readonly hasEnded: boolean;
}

const NOTHING: ReviewResult = { findings: new Map(), withheld: [], hasEnded: false };

/** Reads all people, teams and repositories to find problems. */
export const reviewQuery = (login: string) =>
  lineQuery({
    key: personalKey('people-review', login),
    open: (options) => client.reviewPeople({ path: { login }, ...options }),
    empty: NOTHING,
    withLine: (review, line) => {
      switch (line.kind) {
        case 'finding':
          return { ...review, findings: new Map([...review.findings, [line.finding, line]]) };
        case 'withheld':
          return { ...review, withheld: [...review.withheld, line.withheld] };
        case 'end':
          return { ...review, hasEnded: true };
      }
    },
    hasEnded: ({ hasEnded }) => hasEnded,
  });
