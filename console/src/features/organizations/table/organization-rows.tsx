import type { OrganizationMembershipView, OrganizationView } from '@orgdesk/client';
import { memo, useDeferredValue } from 'react';
import { OrganizationRow } from './organization-row.tsx';

/** More than fit on a screen. */
const FIRST_ROWS = 40;

interface OrganizationRowsProps {
  readonly organizations: readonly (OrganizationMembershipView | OrganizationView)[];
  readonly isReading: boolean;
}

/** Renders the first rows at once and only changed rows again, for fast typing. */
export const OrganizationRows = memo(({ organizations, isReading }: OrganizationRowsProps) => {
  const count = useDeferredValue(organizations.length, FIRST_ROWS);
  return organizations
    .slice(0, count)
    .map((organization) => <OrganizationRow key={organization.id} organization={organization} isReading={isReading} />);
});
OrganizationRows.displayName = 'OrganizationRows';
