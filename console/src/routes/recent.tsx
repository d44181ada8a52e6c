import type { OrganizationView } from '@orgdesk/client';
import { useState } from 'react';
import { RecentChanges } from '../features/audit-trail/recent-changes.tsx';
import { hasWorkingApp } from '../lib/app.ts';
import { TRAILS_READ, useRecentTrails } from './use-recent-trails.ts';

const SHOWN_OF_SEVERAL = 5;
const SHOWN_OF_ONE = 10;

export interface RecentProps {
  /** Those that the person doesn't own are ignored. */
  readonly organizations: readonly OrganizationView[];
  readonly namesOrganizations: boolean;
}

export function Recent({ organizations, namesOrganizations }: RecentProps) {
  const [max, setMax] = useState(TRAILS_READ);
  const trails = useRecentTrails(organizations, max);
  const failed = trails.filter(({ hasFailed }) => hasFailed);
  const read = new Set(trails.map(({ organization }) => organization));
  const left = organizations.filter((each) => each.viewerCanAdminister && !read.has(each));
  return (
    <RecentChanges
      trails={trails.map(({ organization, answer }) => ({
        organization,
        entries: answer?.entries,
        hasMore: (answer?.next ?? null) !== null,
      }))}
      isReading={trails.some(({ isPending }) => isPending)}
      failed={failed.map(nameOf)}
      left={left.map((organization) => nameOf({ organization }))}
      onRetry={() => {
        for (const { readAgain } of failed) readAgain();
      }}
      onReadMore={left.some(hasWorkingApp) ? () => setMax(max + TRAILS_READ) : null}
      namesOrganizations={namesOrganizations}
      shownMax={namesOrganizations ? SHOWN_OF_SEVERAL : SHOWN_OF_ONE}
    />
  );
}

const nameOf = ({ organization: { name, login } }: { readonly organization: OrganizationView }): string =>
  name ?? login;
