import { OrganizationIcon } from '@primer/octicons-react';
import { PageLinkButton } from '../../components/controls/page-link.tsx';
import { EmptyState } from '../../components/messages/empty-state.tsx';
import { usePageTitle } from '../../lib/use-page-title.ts';

interface NotYoursProps {
  readonly login: string;
}

/** The service would add nothing, so it is not queried. */
export function NotYours({ login }: NotYoursProps) {
  usePageTitle(login);
  return (
    <EmptyState
      heading="h1"
      icon={OrganizationIcon}
      title={`“${login}” isn’t in your list of organizations`}
      actions={
        // The page shows further steps below.
        <PageLinkButton to="/">Go to your organizations</PageLinkButton>
      }
    >
      The list is as of your sign-in. If you joined it since, or it was renamed, sign in again.
    </EmptyState>
  );
}
