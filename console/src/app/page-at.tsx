import type { SessionView } from '@orgdesk/contract';
import type { ReactNode } from 'react';
import { OrganizationList } from '../features/organizations/organization-list.tsx';
import { pages } from '../lib/paths.ts';

/** What a page is told about the world around it. */
export interface PageContext {
  readonly session: SessionView;
  readonly codeHostName: string;
  readonly codeHostUrl: string | null;
}

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
    default:
      return null;
  }
}
