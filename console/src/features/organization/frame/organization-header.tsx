import { Label } from '@primer/react';
import { Link, useParams } from '@tanstack/react-router';
import { Portrait } from '../../../components/portrait.tsx';
import './organization-header.css';
import { ORGANIZATION_TABS, useOrganizationTab } from './organization-tabs.ts';

export interface HeaderOrganization {
  readonly login: string;
  readonly name: string | null;
  readonly avatarUrl: string | null;
  readonly viewerCanAdminister: boolean;
}

export function OrganizationHeader({ organization }: { readonly organization: HeaderOrganization }) {
  const { login, name, avatarUrl, viewerCanAdminister } = organization;
  const params = useParams({ from: '/organizations/$login' });
  const current = useOrganizationTab();
  return (
    <>
      <header className="organization-header">
        <Portrait url={avatarUrl} login={login} size={48} square />
        <div className="organization-header-words">
          <h1 className="organization-header-title">{name ?? login}</h1>
          {name !== null && name !== login && <span className="organization-header-login">{login}</span>}
        </div>
        <Label variant={viewerCanAdminister ? 'accent' : 'secondary'}>{viewerCanAdminister ? 'Owner' : 'Member'}</Label>
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
    </>
  );
}
