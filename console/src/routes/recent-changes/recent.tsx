import type { OrganizationView } from '@orgdesk/client';
import { RecentChanges } from '../../features/audit-trail/recent/recent-changes.tsx';
import { useRecentTrails } from './use-recent-trails.ts';

const SHOWN_OF_SEVERAL = 5;
const SHOWN_OF_ONE = 10;

export interface RecentProps {
  /** Those that the person doesn't own are ignored. */
  readonly organizations: readonly OrganizationView[];
  readonly namesOrganizations: boolean;
}

export function Recent({ organizations, namesOrganizations }: RecentProps) {
  const trails = useRecentTrails(organizations);
  return (
    <RecentChanges
      trails={trails.map(({ organization, answer }) => ({ organization, entries: answer?.entries ?? [] }))}
      isReading={trails.some(({ isPending }) => isPending)}
      unread={trails.filter(({ hasFailed }) => hasFailed).map(({ organization: { name, login } }) => name ?? login)}
      namesOrganizations={namesOrganizations}
      shownMax={namesOrganizations ? SHOWN_OF_SEVERAL : SHOWN_OF_ONE}
    />
  );
}
