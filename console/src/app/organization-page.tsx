import type { ReactNode } from 'react';
import { InvitePage } from '../features/invitations/invite-page.tsx';
import { ContributorList } from '../features/organization/contributor-list.tsx';
import { MemberList } from '../features/organization/member-list.tsx';
import { OrganizationFrame } from '../features/organization/organization-frame.tsx';
import { Overview } from '../features/organization/overview.tsx';
import { RepositoryTable } from '../features/organization/repository-table.tsx';
import type { Subject } from '../features/organization/subject.ts';
import { TeamList } from '../features/organization/team-list.tsx';
import type { OrganizationPlace } from '../lib/paths.ts';
import type { PageContext } from './page-context.ts';

interface OrganizationPageProps extends PageContext {
  readonly place: OrganizationPlace;
}

/** The page of one organization, opened at the tab that the address names. */
export function OrganizationPage({ session, codeHostName, codeHostUrl, place }: OrganizationPageProps) {
  const { login, tab, repository } = place;
  const { id: userId, organizations } = session.user;
  const known = organizations.find((organization) => organization.login.toLowerCase() === login.toLowerCase()) ?? null;

  const content = (subject: Subject): ReactNode => {
    switch (tab) {
      case 'overview':
        return <Overview subject={subject} />;
      case 'people':
        return <MemberList subject={subject} />;
      case 'teams':
        return <TeamList subject={subject} />;
      case 'repositories':
        return repository === null ? (
          <RepositoryTable subject={subject} />
        ) : (
          <ContributorList subject={subject} repository={repository} />
        );
      case 'invite':
        return (
          <InvitePage
            login={subject.login}
            organization={subject.name}
            userId={userId}
            mayInvite={known?.viewerCanAdminister === true}
          />
        );
    }
  };

  return (
    <OrganizationFrame login={login} tab={tab} known={known} codeHostName={codeHostName} codeHostUrl={codeHostUrl}>
      {content}
    </OrganizationFrame>
  );
}
