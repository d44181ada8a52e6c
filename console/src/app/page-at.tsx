import { lazy, type ReactNode, Suspense } from 'react';
import { SessionWait } from '../features/account/session-gate.tsx';
import { OrganizationList } from '../features/organizations/organization-list.tsx';
import { organizationPlace, pages } from '../lib/paths.ts';
import { InstallationsPage } from './installations-page.tsx';
import type { PageContext } from './page-context.ts';

// Fetched only where it is shown, so that the first page stays small.
const fetchOrganizationPage = async () => ({ default: (await import('./organization-page.tsx')).OrganizationPage });
const OrganizationPage = lazy(fetchOrganizationPage);

// There, it is on its way while the session is read. When that fails, the page itself asks again and tells.
if (organizationPlace(window.location.pathname) !== null) fetchOrganizationPage().catch(() => undefined);

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
  if (place === null) return null;
  return (context) => (
    <Suspense fallback={<SessionWait />}>
      <OrganizationPage {...context} place={place} />
    </Suspense>
  );
}
