import { queryOptions } from '@tanstack/react-query';
import { answerOf, client } from '../../../lib/reading/http-client.ts';
import { personalKey } from '../../../lib/reading/query-client.ts';

export const personQuery = (login: string, person: string) =>
  queryOptions({
    queryKey: personalKey('person', login, person.toLowerCase()),
    queryFn: async ({ signal }) => {
      const path = { login, person };
      return (await answerOf((options) => client.getPerson({ path, ...options }), { signal })).data;
    },
    refetchOnWindowFocus: false,
  });
