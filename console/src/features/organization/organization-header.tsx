import type { OrganizationView } from '@orgdesk/client';
import { OrganizationIcon } from '@primer/octicons-react';
import { Label } from '@primer/react';
import { Link, useParams } from '@tanstack/react-router';
import { PageLinkButton } from '../../components/controls/page-link.tsx';
import { EmptyState } from '../../components/messages/empty-state.tsx';
import { Portrait } from '../../components/portrait.tsx';
import { hasWorkingApp } from '../../lib/app.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { ORGANIZATION_TABS, useOrganizationTab } from './organization-tabs.ts';
import './organization-header.css';

export interface HeaderOrganization {
  readonly login: string;
  readonly name: string | null;
  readonly avatarUrl: string | null;
  readonly viewerCanAdminister: boolean;
}

interface OrganizationHeaderProps {
  readonly membership: HeaderOrganization;
  readonly organization: OrganizationView | undefined;
}

export function OrganizationHeader({ membership, organization }: OrganizationHeaderProps) {
  const { login, name, avatarUrl, viewerCanAdminister } = organization ?? membership;
  const params = useParams({ from: '/organizations/$login' });
  const current = useOrganizationTab();
  return (
    <div className="organization-header">
      <header className="organization-header-facts">
        <Portrait url={avatarUrl} login={login} size={40} square />
        <div className="organization-header-text">
          <h1 className="organization-header-title" title={name ?? login}>
            {name ?? login}
          </h1>
          {name !== null && name !== login && <span className="organization-header-login">{login}</span>}
        </div>
        <span className="organization-header-labels">
          <Label variant={viewerCanAdminister ? 'accent' : 'secondary'}>
            {viewerCanAdminister ? 'Owner' : 'Member'}
          </Label>
          <AppLabel organization={organization} />
        </span>
      </header>
      <nav className="organization-header-tabs" aria-label={`Pages of ${name ?? login}`}>
        {ORGANIZATION_TABS.filter((tab) => viewerCanAdminister || !('isForAdmins' in tab)).map(({ to, name: tab }) => (
          <Link
            key={to}
            to={to}
            params={params}
            activeOptions={{ exact: tab === 'Overview', includeSearch: false }}
            // Subpages also mark their tab.
            aria-current={current.to === to ? 'page' : undefined}
          >
            <span data-name={tab}>{tab}</span>
          </Link>
        ))}
      </nav>
    </div>
  );
}

/** Keeps its place while loading. */
function AppLabel({ organization }: Pick<OrganizationHeaderProps, 'organization'>) {
  if (organization === undefined) {
    return (
      <Label className="organization-header-wait" aria-hidden="true">
        App installed
      </Label>
    );
  }
  if (hasWorkingApp(organization)) return <Label variant="success">App installed</Label>;
  return organization.suspendedAt === null ? (
    <Label variant="secondary">No App</Label>
  ) : (
    <Label variant="attention">App suspended</Label>
  );
}

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
