import { OrganizationIcon } from '@primer/octicons-react';
import { PageLinkButton } from '../../../components/controls/page-link.tsx';
import { EmptyState } from '../../../components/messages/empty-state.tsx';
import { usePageTitle } from '../../../lib/moments/use-page-title.ts';

interface NotYoursProps {
  /** As the address writes it. */
  readonly login: string;
}

/** Stands in place of an organization that the session does not know. The service would say no more, and is not asked. */
export function NotYours({ login }: NotYoursProps) {
  usePageTitle(login);
  return (
    <EmptyState
      heading="h1"
      icon={OrganizationIcon}
      title={`“${login}” is not among your organizations`}
      actions={
        // What helps is below, with its reason.
        <PageLinkButton to="/">Go to your organizations</PageLinkButton>
      }
    >
      Your organizations are read when you sign in.
    </EmptyState>
  );
}
