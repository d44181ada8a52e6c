import type { OrganizationView } from '@orgdesk/client';
import { PlugIcon, SlidersIcon } from '@primer/octicons-react';
import { Label, LinkButton, SkeletonBox, VisuallyHidden } from '@primer/react';
import { RequestNote, SinceLabel } from '../../components/app-notes.tsx';
import { EmptyState } from '../../components/messages/empty-state.tsx';
import { Notice } from '../../components/messages/notice.tsx';
import { useCodeHost } from '../../lib/address/code-host.ts';
import { installationSettingsHref, installHref } from '../../lib/address/paths.ts';
import { addressHere } from '../../lib/address/sign-in-href.ts';
import { APP_SUSPENDED, WITHOUT_APP } from '../../lib/app.ts';
import { counted, formatCount } from '../../lib/reader-locale.ts';
import { atSentenceStart } from '../../lib/sentence-start.ts';
import { coveredCount, useInstallStatus } from './installation.ts';
import './installation.css';

interface InstallationStateProps {
  readonly organization: OrganizationView | null;
}

export function InstallationState({ organization }: InstallationStateProps) {
  return organization === null ? <StateSkeleton /> : <State organization={organization} />;
}

interface StateProps {
  readonly organization: OrganizationView;
}

function State({ organization }: StateProps) {
  const { name: codeHostName, url: codeHostUrl } = useCodeHost();
  const { id, login, name, installationId, suspendedAt, viewerCanAdminister } = organization;
  const called = name ?? login;
  if (installationId === null) {
    return (
      <EmptyState
        icon={PlugIcon}
        title={`The App is not installed on ${called}`}
        actions={
          <LinkButton href={installHref(addressHere(), id)} variant="primary">
            {viewerCanAdminister ? 'Install the App' : 'Request the App'}
          </LinkButton>
        }
      >
        {viewerCanAdminister
          ? 'Choose its repositories on the next page.'
          : `${atSentenceStart(codeHostName)} asks the owners to install it and choose its repositories.`}{' '}
        {WITHOUT_APP}
        <RequestNote className="installation-state-request" organizationId={id} name={called} />
      </EmptyState>
    );
  }
  const settings = codeHostUrl !== null && viewerCanAdminister && (
    <LinkButton
      href={installationSettingsHref(codeHostUrl, { installationId, login, type: 'organization' })}
      leadingVisual={SlidersIcon}
    >
      {suspendedAt === null ? 'Settings' : 'App settings'}
      <VisuallyHidden>
        {' '}
        of the App on {called} on {codeHostName}
      </VisuallyHidden>
    </LinkButton>
  );
  return (
    <>
      <div className="installation-state">
        <div className="installation-state-text">
          {suspendedAt === null ? (
            <Label variant="success">Installed</Label>
          ) : (
            <SinceLabel variant="attention" since={suspendedAt}>
              Suspended
            </SinceLabel>
          )}
          <CoverMessage organization={organization} installationId={installationId} />
        </div>
        {settings}
      </div>
      {suspendedAt !== null && (
        <Notice tone="warning" title={APP_SUSPENDED}>
          <p>
            {viewerCanAdminister
              ? `Unsuspend it on ${codeHostName}. This page updates within 30 seconds.`
              : `Ask an owner of ${called} to unsuspend it on ${codeHostName}.`}
          </p>
        </Notice>
      )}
    </>
  );
}

interface CoverMessageProps {
  readonly organization: OrganizationView;
  readonly installationId: number;
}

function CoverMessage({ organization, installationId }: CoverMessageProps) {
  // The service may first learn the repositories from this read.
  const summary = useInstallStatus().data?.accounts.find((account) => account.installationId === installationId);
  const { repositorySelection, repositoryCount } = organization;
  const count = repositoryCount ?? (summary === undefined ? null : coveredCount({ summary, organization }));
  return <span>{coverMessage(repositorySelection, count)}</span>;
}

function coverMessage(selection: OrganizationView['repositorySelection'], repositoryCount: number | null): string {
  const repositories =
    repositoryCount === null ? 'repositories' : counted(repositoryCount, 'repository', 'repositories');
  switch (selection) {
    case 'all':
      return repositoryCount === null ? 'All repositories' : `All repositories (${formatCount(repositoryCount)})`;
    case 'selected':
      return `${repositories} selected by an owner`;
    case null:
      return repositoryCount === null ? 'Repositories not loaded' : repositories;
  }
}

function StateSkeleton() {
  return (
    <>
      <VisuallyHidden role="status">Loading installation</VisuallyHidden>
      <div className="installation-state" aria-hidden="true">
        <SkeletonBox height="1.25rem" width="min(18rem, 100%)" />
      </div>
    </>
  );
}
