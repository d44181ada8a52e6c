import type { OrganizationView } from '@orgdesk/client';
import type { QueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { SectionHeading } from '../../components/section-heading.tsx';
import { AccessSection } from '../../features/access/access-section.tsx';
import type { OfferedStep } from '../../features/access/cause-texts.ts';
import { AppWorkSetting } from '../../features/installations/app-work-setting.tsx';
import { CoveredRepositories } from '../../features/installations/covered-repositories.tsx';
import { installStatusQuery } from '../../features/installations/installation.ts';
import { InstallationState } from '../../features/installations/installation-state.tsx';
import { useSubject } from '../../features/organization/subject.tsx';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { useAccessSubject } from './why.tsx';

export const readAhead = (client: QueryClient): void => void client.prefetchQuery(installStatusQuery);

export function Page() {
  const id = useId();
  const subject = useSubject();
  const accessSubject = useAccessSubject(subject);
  const { name, organization } = subject;
  usePageTitle(`Installation of ${name}`);
  return (
    <div className="stack-24">
      <section className="stack-16" aria-labelledby={id}>
        <SectionHeading id={id} title="Installation" of={name} />
        <InstallationState organization={organization} />
      </section>
      <div className="columns-24">
        <AccessSection subject={accessSubject} offered={offeredAbove(organization)} />
        {organization !== null && organization.installationId !== null && (
          <CoveredRepositories organization={organization} installationId={organization.installationId} />
        )}
      </div>
      {organization?.viewerCanAdminister === true && (
        <AppWorkSetting login={organization.login} organization={name} obstacle={obstacleIn(organization)} />
      )}
    </div>
  );
}

function obstacleIn({ installationId, suspendedAt }: OrganizationView) {
  if (installationId === null) return 'app-missing';
  return suspendedAt === null ? null : 'app-suspended';
}

/** Steps that the App state above already offers. */
function offeredAbove(organization: OrganizationView | null): readonly OfferedStep[] {
  if (organization === null) return [];
  if (organization.installationId === null) return ['install'];
  return organization.viewerCanAdminister ? ['open-settings'] : [];
}
