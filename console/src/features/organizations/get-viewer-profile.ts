import { useQuery } from '@tanstack/react-query';
import { answerOf, client } from '../../lib/http-client.ts';
import { personalKey } from '../../lib/query-client.ts';

/** What the code host says of the person at this moment, with the first hundred organizations. Asked at each opening. */
export const useViewerProfile = () =>
  useQuery({
    queryKey: personalKey('viewer-profile'),
    queryFn: ({ signal }) => answerOf((options) => client.query('ViewerProfile', {}, options), { signal }),
    staleTime: 0,
  });
