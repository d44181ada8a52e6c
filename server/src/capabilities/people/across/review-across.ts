import type { ReviewAcrossLine } from '@orgdesk/contract';
import { createReadPeople } from '../read-people.ts';
import { createReviewPeople, type ReviewPeopleDeps } from '../review-people.ts';
import { createSecondFactors } from '../second-factors.ts';
import type { AcrossRequest, ListAcrossDeps } from './list-across.ts';
import { type AcrossCaller, readAcross } from './read-across.ts';

export type ReviewAcrossDeps = Omit<ListAcrossDeps, 'reader'> &
  Pick<ReviewPeopleDeps, 'findingSeals' | 'accessReviews'>;

type Line = Exclude<ReviewAcrossLine, { readonly kind: 'end' }>;

/** Reviews each organization as its own review does. */
export function createReviewAcross(deps: ReviewAcrossDeps) {
  return (
    caller: AcrossCaller,
    { requester, end }: Pick<AcrossRequest, 'requester' | 'end'>,
  ): AsyncGenerator<Line, void> =>
    readAcross(deps, caller, end, (codeHost) => {
      const reading = { ...deps, codeHost };
      const readPeople = createReadPeople({ ...reading, readSecondFactors: createSecondFactors(reading) });
      const review = createReviewPeople({ ...reading, readPeople });
      return (owner) => review(owner, { requester, end });
    });
}
