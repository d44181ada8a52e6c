import type { QueryClient } from '@tanstack/react-query';
import { organizationQuery } from '../../features/organization/frame/get-organization.ts';
import { hasWorkingApp } from '../../features/organization/subject.tsx';

/** Reads ahead only for owners where the App works: other requests would be refused. */
export const ownersReadAhead =
  (read: (client: QueryClient, login: string) => unknown) =>
  (client: QueryClient, { login }: { readonly login: string }): void => {
    const organization = client.getQueryData(organizationQuery(login).queryKey);
    if (organization?.viewerCanAdminister === true && hasWorkingApp(organization)) void read(client, login);
  };
