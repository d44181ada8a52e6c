import { QuestionIcon } from '@primer/octicons-react';
import { LinkButton } from '@primer/react';
import { EmptyState } from '../components/empty-state.tsx';
import { pages } from '../lib/paths.ts';
import { usePageTitle } from '../lib/use-page-title.ts';

/** Stands at every address that no page has. */
export function NotFoundPage() {
  usePageTitle('Page not found');
  return (
    <EmptyState
      heading="h1"
      icon={QuestionIcon}
      title="There is no page at this address"
      actions={
        <LinkButton href={pages.organizations} variant="primary">
          Go to your organizations
        </LinkButton>
      }
    >
      The link may be old or mistyped.
    </EmptyState>
  );
}
