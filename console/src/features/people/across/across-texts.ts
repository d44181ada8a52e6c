import type { BudgetLine } from '@orgdesk/contract/people/across/list-across';
import type { OrganizationReading } from '@orgdesk/contract/people/across/merge';
import { counted, formatCount } from '../../../lib/reader-locale.ts';

const NAMED_MAX = 3;

/** Such as "acme, globex and 2 more". */
export function namesOf(organizations: readonly { readonly login: string }[]): string {
  const named = organizations.slice(0, NAMED_MAX).map(({ login }) => login);
  const more = organizations.length - named.length;
  return `${named.join(', ')}${more > 0 ? ` and ${formatCount(more)} more` : ''}`;
}

/** Those of whom somebody may be missing, except while they are read. */
export const uncheckedOf = <Reading extends OrganizationReading>(
  organizations: Iterable<Reading>,
  isReading: boolean,
): readonly Reading[] =>
  [...organizations].filter(({ state, isWhole }) => !isWhole && (state === 'finished' || !isReading));

export function readingText(organizations: readonly OrganizationReading[], total: number, isReading: boolean): string {
  const unchecked = uncheckedOf(organizations, isReading);
  const read = organizations.filter(({ isWhole }) => isWhole).length;
  const progress =
    read === total && !isReading
      ? `${counted(total, 'organization', 'organizations')} loaded`
      : read === 0 && !isReading
        ? `Couldn’t load ${total === 1 ? 'the organization' : `any of ${formatCount(total)} organizations`}`
        : `${formatCount(read)} of ${counted(total, 'organization', 'organizations')} loaded`;
  return unchecked.length === 0 ? progress : `${progress}. Incomplete: ${namesOf(unchecked)}`;
}

/** Such as "Used 34 of 5,000 API calls, 4,966 left"; empty before the first call. */
export function budgetText(budgets: readonly BudgetLine[]): string {
  const parts = budgets.map(({ resource, used, limit, remaining }) => {
    const ofLimit = limit === null ? '' : ` of ${formatCount(limit)}`;
    const left = remaining === null ? '' : `, ${formatCount(remaining)} left`;
    return `${formatCount(used)}${ofLimit} ${resource === 'core' ? `API calls${left}` : 'GraphQL calls'}`;
  });
  return parts.length === 0 ? '' : `Used ${parts.join('; ')}`;
}
