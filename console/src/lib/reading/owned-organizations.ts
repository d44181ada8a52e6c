import type { OrganizationMembershipView } from '@orgdesk/client';
import { useMemo } from 'react';
import { inOrder } from '../fold.ts';
import { useSignedIn } from './signed-in.ts';

/** Those that the person owned at sign-in, sorted by login. */
export function useOwnedOrganizations(): readonly OrganizationMembershipView[] {
  const { organizations } = useSignedIn().user;
  return useMemo(
    () =>
      organizations
        .filter(({ viewerCanAdminister }) => viewerCanAdminister)
        .toSorted((one, other) => inOrder(one.login.toLowerCase(), other.login.toLowerCase())),
    [organizations],
  );
}
