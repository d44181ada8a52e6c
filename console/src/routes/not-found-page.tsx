import { QuestionIcon } from '@primer/octicons-react';
import { PageLinkButton } from '../components/controls/page-link.tsx';
import { EmptyState } from '../components/messages/empty-state.tsx';
import { usePageTitle } from '../lib/use-page-title.ts';

export function Page() {
  usePageTitle('Page not found');
  return (
    <EmptyState
      heading="h1"
      icon={QuestionIcon}
      title="Page not found"
      actions={
        <PageLinkButton to="/" variant="primary">
          Go to your organizations
        </PageLinkButton>
      }
    >
      The link may be outdated or misspelled.
    </EmptyState>
  );
}
