import type { CallOptions } from '@orgdesk/client';
import { queryOptions } from '@tanstack/react-query';
import { answerOf, client } from './http-client.ts';
import { personalKey } from './query-client.ts';

/** The newest entries of an audit log, unfiltered and without updates. */
export const recentTrailQuery = (login: string, limit: number) =>
  queryOptions({
    queryKey: personalKey('recent-changes', login, String(limit)),
    queryFn: async ({ signal }) => {
      const query = { limit: String(limit) };
      const call = (options: CallOptions) => client.readAuditTrail({ path: { login }, query, ...options });
      return (await answerOf(call, { signal })).data;
    },
  });
