import type { CallOptions, OrganizationView } from '@orgdesk/client';
import { AUDIT_PAGE, AUDIT_PAGE_MAX } from '@orgdesk/contract/limits';
import { queryOptions, useQueries, useQueryClient } from '@tanstack/react-query';
import { hasWorkingApp } from '../lib/app.ts';
import { answerOf, client } from '../lib/reading/http-client.ts';
import { personalKey } from '../lib/reading/query-client.ts';

/** The service refuses more searches of a person at once. */
const AT_ONCE = 4;
/** Reading those of further organizations would use up the person's hourly limit at the code host. */
export const TRAILS_READ = 12;

/** Reads the newest entries of the first owned organizations, or more of a single one. */
export function useRecentTrails(organizations: readonly OrganizationView[], max: number) {
  const queries = useQueryClient();
  const owned = organizations.filter(({ viewerCanAdminister }) => viewerCanAdminister);
  const read = owned.filter(hasWorkingApp).slice(0, max);
  const limit = organizations.length === 1 ? AUDIT_PAGE_MAX : AUDIT_PAGE;
  const queriesOf = read.map(({ login }) => recentTrailQuery(login, limit));
  const isSettled = ({ queryKey }: (typeof queriesOf)[number]) =>
    ['success', 'error'].includes(queries.getQueryState(queryKey)?.status ?? 'pending');
  const begun = queriesOf.filter(isSettled).length + AT_ONCE;
  const readings = useQueries({
    queries: queriesOf.map((query, index) => ({ ...query, enabled: index < begun || isSettled(query) })),
  });
  return read.map((organization, index) => ({
    organization,
    answer: readings[index]?.data,
    isPending: readings[index]?.isPending === true,
    hasFailed: readings[index]?.isError === true,
    readAgain: () => void readings[index]?.refetch(),
  }));
}

/** The newest entries of an audit log, unfiltered and without updates. */
const recentTrailQuery = (login: string, limit: number) =>
  queryOptions({
    queryKey: personalKey('recent-changes', login, String(limit)),
    queryFn: async ({ signal }) => {
      const query = { limit: String(limit) };
      const call = (options: CallOptions) => client.readAuditTrail({ path: { login }, query, ...options });
      return (await answerOf(call, { signal })).data;
    },
  });
