import type { OrganizationsAnswer } from '@orgdesk/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { request } from '../../lib/http-client.ts';
import { endpoints } from '../../lib/paths.ts';
import { keptFresh, personalKey } from '../../lib/query-client.ts';
import { sortedByLogin } from './find-organizations.ts';

const organizationsQuery = queryOptions({
  queryKey: personalKey('organizations'),
  queryFn: async ({ signal }) => {
    const { organizations } = await request<OrganizationsAnswer>('GET', endpoints.organizations, signal);
    return sortedByLogin(organizations);
  },
  ...keptFresh,
});

/** The organizations of the signed-in person, sorted by login, with the state of reading them. */
export const useOrganizations = () => useQuery(organizationsQuery);
