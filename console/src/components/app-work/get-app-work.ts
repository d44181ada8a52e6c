import type { CallOptions } from '@orgdesk/client';
import { queryOptions } from '@tanstack/react-query';
import { answerOf, client } from '../../lib/reading/http-client.ts';
import { keptFresh, personalKey } from '../../lib/reading/query-client.ts';

/** Element ID and URL fragment of the setting, on the page of the installation. */
export const APP_WORK_ANCHOR = 'jobs-after-sign-out';

/** Whether jobs of an organization continue after a sign-out. Somebody may have allowed it in another tab. */
export const appWorkQuery = (login: string) =>
  queryOptions({
    queryKey: personalKey('app-work', login),
    queryFn: async ({ signal }) => {
      const call = (options: CallOptions) => client.getAppWork({ path: { login }, ...options });
      return (await answerOf(call, { signal })).data;
    },
    refetchOnWindowFocus: keptFresh.refetchOnWindowFocus,
  });
