import { useMatches } from '@tanstack/react-router';

export const ORGANIZATION_TABS = [
  { to: '/organizations/$login', name: 'Overview' },
  { to: '/organizations/$login/people', name: 'People' },
  { to: '/organizations/$login/teams', name: 'Teams' },
  { to: '/organizations/$login/repositories', name: 'Repositories' },
  { to: '/organizations/$login/installation', name: 'Installation' },
  { to: '/organizations/$login/invitations', name: 'Invitations' },
  { to: '/organizations/$login/file', name: 'As a file', isForAdmins: true },
  { to: '/organizations/$login/audit-trail', name: 'Audit log', isForAdmins: true },
] as const;

export type OrganizationTab = (typeof ORGANIZATION_TABS)[number];

/** A subpage belongs to its tab. */
export function useOrganizationTab(): OrganizationTab {
  const route = useMatches({ select: (matches) => matches.at(-1)?.fullPath ?? '' });
  return ORGANIZATION_TABS.findLast(({ to }) => route.startsWith(to)) ?? ORGANIZATION_TABS[0];
}
