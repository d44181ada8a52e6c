import type { OrganizationMembershipView, OrganizationView } from '@orgdesk/client';
import type { AppFilter, ListView, SortColumn } from './list-view.ts';

const UNFILTERED_MAX = 8;
const byWords = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

export const sortedByLogin = (organizations: readonly OrganizationView[]): readonly OrganizationView[] =>
  organizations.toSorted((a, b) => byWords.compare(a.login, b.login));

export const isWorthFiltering = (count: number): boolean => count > UNFILTERED_MAX;

export const found = (organizations: readonly OrganizationView[], view: ListView): readonly OrganizationView[] =>
  sorted(
    matching(organizations, view).filter(
      (organization) => view.app === 'all' || appStatusOf(organization) === view.app,
    ),
    view,
  );

/** Filters and sorts by name and role only, before App states are known. */
export const foundMemberships = (
  memberships: readonly OrganizationMembershipView[],
  view: ListView,
): readonly OrganizationMembershipView[] => {
  const sign = view.order === 'ascending' ? 1 : -1;
  return matching(memberships, view).toSorted(
    (a, b) => (view.sort === 'role' ? sign * byRole(a, b) : 0) || (view.sort === 'name' ? sign : 1) * byName(a, b),
  );
};

function appStatusOf({ hasAppInstalled, suspendedAt }: OrganizationView): Exclude<AppFilter, 'all'> {
  if (suspendedAt !== null) return 'suspended';
  return hasAppInstalled ? 'installed' : 'not-installed';
}

function matching<Organization extends OrganizationMembershipView>(
  organizations: readonly Organization[],
  view: ListView,
): readonly Organization[] {
  const wanted = view.name.trim().toLocaleLowerCase();
  return organizations.filter(
    ({ login, name, viewerCanAdminister }) =>
      (view.role === 'all' || viewerCanAdminister === (view.role === 'admin')) &&
      (login.toLocaleLowerCase().includes(wanted) || (name ?? '').toLocaleLowerCase().includes(wanted)),
  );
}

/** Ties sort by name. Unknown counts always come last. */
function sorted(organizations: readonly OrganizationView[], { sort, order }: ListView): readonly OrganizationView[] {
  const sign = order === 'ascending' ? 1 : -1;
  const compare = COMPARISONS[sort];
  const counted = (organization: OrganizationView) => sort !== 'repositories' || organization.repositoryCount !== null;
  return organizations.toSorted(
    (a, b) => Number(counted(b)) - Number(counted(a)) || sign * compare(a, b) || byName(a, b),
  );
}

const shownName = ({ name, login }: OrganizationMembershipView): string => name ?? login;
const byName = (a: OrganizationMembershipView, b: OrganizationMembershipView): number =>
  byWords.compare(shownName(a), shownName(b)) || byWords.compare(a.login, b.login);
const byRole = (a: OrganizationMembershipView, b: OrganizationMembershipView): number =>
  Number(b.viewerCanAdminister) - Number(a.viewerCanAdminister);

const COMPARISONS: Readonly<Record<SortColumn, (a: OrganizationView, b: OrganizationView) => number>> = {
  name: byName,
  role: byRole,
  app: (a, b) => byWords.compare(appStatusOf(a), appStatusOf(b)),
  repositories: (a, b) => (a.repositoryCount ?? 0) - (b.repositoryCount ?? 0),
};
