import type { AccessCause, OrganizationView } from '@orgdesk/client';
import type { ReactNode } from 'react';
import { AccessSection } from '../features/access/access-section.tsx';
import type { AccessSubject } from '../features/access/access-subject.ts';
import type { OfferedStep } from '../features/access/cause-words.ts';
import { WhyPanel } from '../features/access/why-panel.tsx';
import { OrganizationInstallation } from '../features/installations/organization-installation.tsx';
import { InvitePage } from '../features/invitations/invite-page.tsx';
import { MemberList } from '../features/organization/member-list.tsx';
import { MentionableList } from '../features/organization/mentionable-list.tsx';
import { NotAdmin } from '../features/organization/not-admin.tsx';
import { NotYours } from '../features/organization/not-yours.tsx';
import { OrganizationFrame } from '../features/organization/organization-frame.tsx';
import { Overview } from '../features/organization/overview.tsx';
import { RepositoryTable } from '../features/organization/repository-table.tsx';
import type { Explained, Subject } from '../features/organization/subject.ts';
import { TeamList } from '../features/organization/team-list.tsx';
import type { OrganizationPlace } from '../lib/paths.ts';
import type { PageContext } from './page-context.ts';

export interface OrganizationPageProps extends PageContext {
  readonly place: OrganizationPlace;
}

/** The page of one organization, opened at the tab that the address names. */
export function OrganizationPage({ session, codeHostName, codeHostUrl, place }: OrganizationPageProps) {
  const { login, tab, repository } = place;
  const { organizations } = session.user;
  const known = organizations.find((organization) => organization.login.toLowerCase() === login.toLowerCase()) ?? null;
  const administers = known?.viewerCanAdminister === true;

  const accessSubject = ({ login, name, organization }: Omit<Explained, 'isOptional'>): AccessSubject => ({
    login,
    name,
    organizationId: organization?.id ?? known?.id ?? null,
    installationId: organization?.installationId ?? null,
    administers,
    codeHostName,
    codeHostUrl,
  });

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
          <MentionableList subject={subject} repository={repository} />
        );
      case 'installation':
        return (
          <OrganizationInstallation
            organization={subject.organization}
            codeHostName={codeHostName}
            codeHostUrl={codeHostUrl}
          >
            <AccessSection subject={accessSubject(subject)} offered={offeredAbove(subject.organization)} />
          </OrganizationInstallation>
        );
      case 'invite':
        return administers ? (
          <InvitePage
            login={subject.login}
            organization={subject.name}
            codeHostName={codeHostName}
            codeHostUrl={codeHostUrl}
            session={session}
            mayBegin={subject.why !== null}
            whyIfAny={subject.whyIfAny}
          />
        ) : (
          <NotAdmin subject={subject} />
        );
    }
  };

  const explain = (about: Explained): ReactNode => (
    <WhyPanel
      subject={accessSubject(about)}
      assumed={assumedCauses(about.organization)}
      isOptional={about.isOptional}
    />
  );

  if (known === null) return <NotYours login={login} explain={explain} />;
  return (
    <OrganizationFrame
      tab={tab}
      repository={repository}
      known={known}
      codeHostName={codeHostName}
      codeHostUrl={codeHostUrl}
      explain={explain}
    >
      {content}
    </OrganizationFrame>
  );
}

/** What the state of the App offers on the tab of the installation. */
function offeredAbove(organization: OrganizationView | null): readonly OfferedStep[] {
  if (organization === null) return [];
  if (organization.installationId === null) return ['install'];
  return organization.viewerCanAdminister ? ['open-settings'] : [];
}

/** What is wrong with the App as far as the service remembers, before the code host is asked. */
function assumedCauses(organization: OrganizationView | null): readonly AccessCause[] {
  if (organization === null) return [];
  const { hasAppInstalled, suspendedAt } = organization;
  if (suspendedAt !== null) return [{ kind: 'app-suspended', suspendedAt }];
  return hasAppInstalled ? [] : [{ kind: 'app-missing' }];
}
