import { BUDGET_WARNING_SHARE } from '../../../lib/limits/set-up-checks.ts';
import { describeCheck } from '../check.ts';
import { fail, fine, note, warn } from '../finding.ts';

export const budget = describeCheck({
  name: 'budget',
  about: 'the rate limit left for an installation this hour',
  needs: ['budget'],
  judge: ({ budget: left }) => {
    if (left === null) return [note('Not checked: the App has no active installation.')];
    if (left.length === 0) return [fine('The code host has no rate limit.')];
    const summary = left.map(({ kind, remaining, limit }) => `${kind} ${remaining} of ${limit}`).join(', ');
    const low = left.filter(({ remaining, limit }) => remaining < limit * BUDGET_WARNING_SHARE);
    const [lowest] = low.toSorted((a, b) => a.remaining - b.remaining);
    if (lowest === undefined) return [fine(`Requests left this hour: ${summary}.`)];
    const next = `The limit resets at ${lowest.resetAt.toISOString()}. If this happens often, raise RECONCILE_MINUTES, and check whether something else uses the App.`;
    return [
      lowest.remaining === 0
        ? fail(`No requests left this hour: ${summary}.`, next)
        : warn(`Few requests left this hour: ${summary}.`, next),
    ];
  },
});
