import type { OrganizationView } from '@orgdesk/client';

const UNFILTERED_MAX = 8;
const byLogin = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

/** The same organizations in the order of their logins, without regard to case. */
export const sortedByLogin = (organizations: readonly OrganizationView[]): readonly OrganizationView[] =>
  organizations.toSorted((a, b) => byLogin.compare(a.login, b.login));

/** Whether so many organizations are easier to find with a filter than by eye. */
export const isWorthFiltering = (count: number): boolean => count > UNFILTERED_MAX;

/** The organizations whose login or name holds the text, without regard to case and outer blanks. */
export function matching(organizations: readonly OrganizationView[], text: string): readonly OrganizationView[] {
  const wanted = text.trim().toLocaleLowerCase();
  if (wanted === '') return organizations;
  return organizations.filter(
    ({ login, name }) =>
      login.toLocaleLowerCase().includes(wanted) || (name ?? '').toLocaleLowerCase().includes(wanted),
  );
}
