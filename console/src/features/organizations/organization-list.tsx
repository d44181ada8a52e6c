import { OrganizationIcon } from '@primer/octicons-react';
import { LinkButton } from '@primer/react';
import { useRef } from 'react';
import { EmptyState } from '../../components/empty-state.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { addressHere, signInHref } from '../../lib/paths.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { useOrganizations } from './get-organizations.ts';
import { OrganizationFinder } from './organization-finder.tsx';
import './organization-list.css';
import { OrganizationTableSkeleton } from './organization-table-skeleton.tsx';

interface OrganizationListProps {
  /** How many organizations will probably come, so that the page keeps its height. */
  readonly expectedCount: number;
  readonly codeHostName: string;
  /** Address of the code host's pages; null while not known. */
  readonly codeHostUrl: string | null;
}

/** The page of all organizations of the signed-in person. */
export function OrganizationList({ expectedCount, codeHostName, codeHostUrl }: OrganizationListProps) {
  const page = useRef<HTMLElement>(null);
  const { data: organizations, error, isFetching, refetch } = useOrganizations();
  usePageTitle('Organizations');

  const retry = () => {
    // The button that was pressed goes away; the focus stays on the page.
    page.current?.focus();
    void refetch();
  };

  return (
    <section className="organization-list" ref={page} tabIndex={-1} aria-labelledby="organization-list-title">
      <h1 className="organization-list-title" id="organization-list-title">
        Organizations
      </h1>
      {error !== null && (
        <FailureNotice
          title={organizations === undefined ? 'Your organizations could not be read' : 'This list may be out of date'}
          failure={error}
          onRetry={retry}
          isRetrying={isFetching}
          tone={organizations === undefined ? 'critical' : 'warning'}
        />
      )}
      {organizations === undefined && error === null && <OrganizationTableSkeleton rows={expectedCount} />}
      {organizations?.length === 0 && <NoOrganizations codeHostName={codeHostName} codeHostUrl={codeHostUrl} />}
      {organizations !== undefined && organizations.length > 0 && (
        <OrganizationFinder organizations={organizations} codeHostUrl={codeHostUrl} />
      )}
    </section>
  );
}

function NoOrganizations({ codeHostName, codeHostUrl }: Omit<OrganizationListProps, 'expectedCount'>) {
  return (
    <EmptyState
      icon={OrganizationIcon}
      title="No organizations to show"
      actions={
        <>
          <LinkButton href={signInHref(addressHere())} variant="primary">
            Sign in again
          </LinkButton>
          {codeHostUrl !== null && <LinkButton href={codeHostUrl}>Open {codeHostName}</LinkButton>}
        </>
      }
    >
      When you signed in, {codeHostName} named no organization that you belong to. If you joined one since then, or have
      to allow access to one that uses single sign-on, do that there and sign in again: the list is read at sign-in.
    </EmptyState>
  );
}
