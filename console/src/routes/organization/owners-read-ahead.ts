import type { QueryClient } from '@tanstack/react-query';
import { organizationQuery } from '../../features/organization/get-organization.ts';
import { hasWorkingApp } from '../../lib/app.ts';
import type { PlannedPage } from '../lazy-page.tsx';

/** Reads ahead only for owners where the App works: other requests would be refused. */
export const ownersReadAhead =
  (read: (client: QueryClient, page: PlannedPage) => unknown) =>
  (client: QueryClient, page: PlannedPage): void => {
    const organization = client.getQueryData(organizationQuery(page.login).queryKey);
    if (organization?.viewerCanAdminister === true && hasWorkingApp(organization)) void read(client, page);
  };
