import type { BudgetLine } from '@orgdesk/contract/people/across/list-across';
import type { OrganizationReading } from '@orgdesk/contract/people/across/merge';
import type { ReviewAcrossLine } from '@orgdesk/contract/people/across/review-across';
import { client } from '../../../../lib/reading/http-client.ts';
import { lineQuery } from '../../../../lib/reading/line-query.ts';
import { personalKey } from '../../../../lib/reading/query-client.ts';
import type { FindingName, ReviewFinding } from '../get-review.ts';

export interface ReviewedOrganization extends OrganizationReading {
  readonly findings: ReadonlyMap<FindingName, ReviewFinding>;
}

export interface ReviewAcross {
  readonly organizations: ReadonlyMap<number, ReviewedOrganization>;
  readonly budgets: readonly BudgetLine[];
  readonly hasEnded: boolean;
}

const NOTHING: ReviewAcross = { organizations: new Map(), budgets: [], hasEnded: false };

export const reviewAcrossQuery = () =>
  lineQuery<ReviewAcrossLine, ReviewAcross>({
    key: personalKey('people-review-across'),
    open: (options) => client.reviewPeopleAcross(options),
    empty: NOTHING,
    withLine,
    hasEnded: ({ hasEnded }) => hasEnded,
  });

function withLine(review: ReviewAcross, line: ReviewAcrossLine): ReviewAcross {
  const changed = (
    id: number,
    change: (organization: ReviewedOrganization) => Partial<ReviewedOrganization>,
  ): ReviewAcross => {
    const organization = review.organizations.get(id);
    if (organization === undefined) return review;
    const next = { ...organization, ...change(organization) };
    return { ...review, organizations: new Map(review.organizations).set(id, next) };
  };
  switch (line.kind) {
    case 'organizations':
      return {
        ...review,
        organizations: new Map(
          line.organizations.map((each) => [
            each.id,
            { ...each, state: 'waiting', failure: null, withheld: [], isWhole: false, findings: new Map() },
          ]),
        ),
      };
    case 'started':
      return changed(line.organization, () => ({ state: 'reading', login: line.login }));
    case 'finding':
      return changed(line.organization, ({ findings }) => ({ findings: new Map(findings).set(line.finding, line) }));
    case 'withheld':
      return changed(line.organization, ({ withheld }) => ({ withheld: [...withheld, line.withheld] }));
    case 'budget':
      return { ...review, budgets: [...review.budgets.filter(({ resource }) => resource !== line.resource), line] };
    case 'finished':
      return changed(line.organization, () => ({
        state: 'finished',
        failure: line.failure,
        isWhole: line.isComplete,
      }));
    case 'end':
      return { ...review, hasEnded: true };
  }
}
