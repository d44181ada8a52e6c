import { queryOptions, useQuery } from '@tanstack/react-query';
import { answerOf, client } from '../../../lib/reading/http-client.ts';
import { personalKey } from '../../../lib/reading/query-client.ts';

const viewerProfile = queryOptions({
  queryKey: personalKey('viewer-profile'),
  queryFn: ({ signal }) => answerOf((options) => client.query('ViewerProfile', {}, options), { signal }),
  staleTime: 0,
});

/** What the code host says of the person at this moment, with the first hundred organizations. Asked at each opening. */
export const useViewerProfile = () => useQuery(viewerProfile);

/** The same for what is shown unasked: read once as soon as `isDue`, then only as often as somebody opens it. */
export const useFirstViewerProfile = (isDue: boolean) =>
  useQuery({ ...viewerProfile, enabled: isDue, refetchOnWindowFocus: false });
