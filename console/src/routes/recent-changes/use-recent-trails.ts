import type { OrganizationView } from '@orgdesk/client';
import { AUDIT_PAGE, AUDIT_PAGE_MAX } from '@orgdesk/contract/limits';
import { useQueries } from '@tanstack/react-query';
import { recentTrailQuery } from '../../lib/reading/recent-trail.ts';
import { hasWorkingApp } from '../../lib/reading/working-app.ts';

/** The service refuses more searches of a person at once. */
const READ_MAX = 4;

/** Reads the newest entries of the first owned organizations, or more of a single one. */
export function useRecentTrails(organizations: readonly OrganizationView[]) {
  const owned = organizations.filter(({ viewerCanAdminister }) => viewerCanAdminister);
  const read = owned.filter(hasWorkingApp).slice(0, READ_MAX);
  const limit = organizations.length === 1 ? AUDIT_PAGE_MAX : AUDIT_PAGE;
  const readings = useQueries({ queries: read.map(({ login }) => recentTrailQuery(login, limit)) });
  return read.map((organization, index) => ({
    organization,
    answer: readings[index]?.data,
    isPending: readings[index]?.isPending === true,
    hasFailed: readings[index]?.isError === true,
  }));
}
