import type { ReactNode } from 'react';
import { OrganizationList } from '../features/organizations/organization-list.tsx';
import { pages } from '../lib/paths.ts';
import { InstallationsPage } from './installations-page.tsx';
import type { PageContext } from './page-context.ts';

/** The page that a path names, or null when there is none. */
export function pageAt(path: string): ((context: PageContext) => ReactNode) | null {
  switch (path) {
    case pages.organizations:
      return ({ session, codeHostName, codeHostUrl }) => (
        <OrganizationList
          expectedCount={session.user.organizations.length}
          codeHostName={codeHostName}
          codeHostUrl={codeHostUrl}
        />
      );
    case pages.installations:
      return (context) => <InstallationsPage {...context} />;
    default:
      return null;
  }
}
