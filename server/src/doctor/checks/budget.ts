import { BUDGET_WARNING_SHARE } from '../../domain/limits/set-up-checks.ts';
import { describeCheck } from '../check.ts';
import { fail, fine, note, warn } from '../finding.ts';

export const budget = describeCheck({
  name: 'budget',
  about: "what is left of an installation's calls in this hour",
  needs: ['budget'],
  judge: ({ budget: left }) => {
    if (left === null) return [note('Nothing to ask: the App is installed nowhere, or suspended everywhere.')];
    if (left.length === 0) return [fine('The code host limits no calls.')];
    const summary = left.map(({ kind, remaining, limit }) => `${kind} ${remaining} of ${limit}`).join(', ');
    const low = left.filter(({ remaining, limit }) => remaining < limit * BUDGET_WARNING_SHARE);
    const [lowest] = low.toSorted((a, b) => a.remaining - b.remaining);
    if (lowest === undefined) return [fine(`Calls left in this hour: ${summary}.`)];
    const next = `They come back at ${lowest.resetAt.toISOString()}. If it comes to this often, raise RECONCILE_MINUTES, and see whether something else uses the App.`;
    return [
      lowest.remaining === 0
        ? fail(`No calls left in this hour: ${summary}.`, next)
        : warn(`Few calls left in this hour: ${summary}.`, next),
    ];
  },
});
