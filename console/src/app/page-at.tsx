import type { ReactNode } from 'react';
import { OrganizationList } from '../features/organizations/organization-list.tsx';
import { organizationPlace, pages } from '../lib/paths.ts';
import { InstallationsPage } from './installations-page.tsx';
import { OrganizationPageSoon } from './organization-page-soon.tsx';
import type { PageContext } from './page-context.ts';

/** The page that a path names, or null when there is none. */
export function pageAt(path: string): ((context: PageContext) => ReactNode) | null {
  switch (path) {
    case pages.organizations:
      return ({ session, codeHostName, codeHostUrl }) => (
        <OrganizationList
          memberships={session.user.organizations}
          codeHostName={codeHostName}
          codeHostUrl={codeHostUrl}
        />
      );
    case pages.installations:
      return (context) => <InstallationsPage {...context} />;
    default:
      return organizationPageAt(path);
  }
}

function organizationPageAt(path: string): ((context: PageContext) => ReactNode) | null {
  const place = organizationPlace(path);
  return place === null ? null : (context) => <OrganizationPageSoon {...context} place={place} />;
}
