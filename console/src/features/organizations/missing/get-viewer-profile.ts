import { queryOptions, useQuery } from '@tanstack/react-query';
import { answerOf, client } from '../../../lib/reading/http-client.ts';
import { personalKey } from '../../../lib/reading/query-client.ts';

const viewerProfile = queryOptions({
  queryKey: personalKey('viewer-profile'),
  queryFn: ({ signal }) => answerOf((options) => client.query('ViewerProfile', {}, options), { signal }),
  staleTime: 0,
});

/** Reads the current profile with the first 100 organizations. Refetched on every mount. */
export const useViewerProfile = () => useQuery(viewerProfile);

export const useFirstViewerProfile = (isDue: boolean) =>
  useQuery({ ...viewerProfile, enabled: isDue, refetchOnWindowFocus: false });
