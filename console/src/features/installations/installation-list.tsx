import type { OrganizationView } from '@orgdesk/client';
import { PlugIcon } from '@primer/octicons-react';
import { LinkButton, SkeletonBox, VisuallyHidden } from '@primer/react';
import { useEffect, useRef } from 'react';
import { FailureNotice } from '../../components/messages/failure-notice.tsx';
import { Nothing } from '../../components/messages/nothing.tsx';
import { Notice } from '../../components/messages/notice.tsx';
import { FinderBarSkeleton } from '../../components/tables/finder-bar.tsx';
import { ListFrame } from '../../components/tables/list-frame.tsx';
import { installHref } from '../../lib/address/paths.ts';
import { addressHere, signInHref } from '../../lib/address/sign-in-href.ts';
import { OUTDATED_LIST } from '../../lib/failure-texts.ts';
import { readFrom } from '../../lib/reading/read.ts';
import { installationsOf, installedElsewhere, useInstallStatus } from './installation.ts';
import { InstallationFinder } from './installation-finder.tsx';

interface OrganizationsRead {
  readonly data: readonly OrganizationView[] | undefined;
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

interface InstallationListProps {
  readonly organizations: OrganizationsRead;
  /** Sizes the skeleton. */
  readonly expectedCount: number;
}

export function InstallationList({ organizations, expectedCount }: InstallationListProps) {
  const page = useRef<HTMLElement>(null);
  const status = useInstallStatus();
  const error = status.error ?? organizations.error;
  const isComplete = status.data !== undefined && organizations.data !== undefined;

  useEffect(() => {
    // The browser evaluated the fragment before its target existed.
    if (isComplete) document.getElementById(window.location.hash.slice(1))?.scrollIntoView();
  }, [isComplete]);

  const retry = () => {
    // The pressed button disappears.
    page.current?.focus();
    void status.refetch();
    void organizations.refetch();
  };

  return (
    <ListFrame
      ref={page}
      titleId="installation-list-title"
      title="Installations"
      action={
        (expectedCount > 0 || status.data?.installed === true) && (
          <LinkButton href={installHref(addressHere())}>Add account</LinkButton>
        )
      }
    >
      {error !== null && (
        <FailureNotice
          title={isComplete ? OUTDATED_LIST : 'Couldn’t load installations'}
          failure={error}
          onRetry={retry}
          isRetrying={status.isFetching || organizations.isFetching}
          tone={isComplete ? 'warning' : 'critical'}
        />
      )}
      {!isComplete && error === null && <InstallationListSkeleton sections={expectedCount} />}
      {status.data !== undefined && organizations.data !== undefined && (
        <>
          <ElsewhereNotice organizations={installedElsewhere(organizations.data, status.data.accounts)} />
          {status.data.installed ? (
            <InstallationFinder
              installations={installationsOf(status.data.accounts, organizations.data)}
              totals={status.data.summary}
              error={error}
            />
          ) : (
            <NothingInstalled error={error} onRetry={retry} />
          )}
        </>
      )}
    </ListFrame>
  );
}

function ElsewhereNotice({ organizations }: { readonly organizations: readonly OrganizationView[] }) {
  if (organizations.length === 0) return null;
  const names = new Intl.ListFormat('en').format(organizations.map(({ name, login }) => name ?? login));
  return (
    <Notice
      tone="info"
      title={`The App is also installed on ${names}`}
      action={<LinkButton href={signInHref(addressHere())}>Sign in again</LinkButton>}
    >
      <p>It was installed after you signed in. Sign in again to show the repositories.</p>
    </Notice>
  );
}

interface NothingInstalledProps {
  readonly error: Error | null;
  readonly onRetry: () => void;
}

function NothingInstalled({ error, onRetry }: NothingInstalledProps) {
  return (
    <Nothing
      read={readFrom({ data: 0, error }, { all: 'your installations', value: (count) => count })}
      what="installations"
      onRetry={onRetry}
      icon={PlugIcon}
      title="No installations yet"
      actions={
        <LinkButton href={installHref(addressHere())} variant="primary">
          Install the App
        </LinkButton>
      }
    >
      The repositories the App can read appear here. Choose an organization and its repositories on the next page.
    </Nothing>
  );
}

const SECTIONS_MAX = 8;
const REPOSITORIES = ['first', 'second', 'third'] as const;

interface InstallationListSkeletonProps {
  readonly sections: number;
}

function InstallationListSkeleton({ sections }: InstallationListSkeletonProps) {
  const count = Math.min(Math.max(sections, 1), SECTIONS_MAX);
  return (
    <>
      <VisuallyHidden role="status">Loading installations</VisuallyHidden>
      <div className="stack-16" aria-hidden="true">
        <FinderBarSkeleton />
        <div className="stack-24">
          {Array.from({ length: count }, (_, section) => `section-${section}`).map((key) => (
            <SkeletonSection key={key} />
          ))}
        </div>
      </div>
    </>
  );
}

function SkeletonSection() {
  return (
    <div className="installation-section">
      <div className="installation-section-header">
        <SkeletonBox height="2.5rem" width="2.5rem" />
        <div className="installation-section-text">
          <SkeletonBox height="1.5rem" width="10rem" />
          <SkeletonBox height="1.25rem" width="min(18rem, 100%)" />
        </div>
      </div>
      <div className="repository-list">
        {REPOSITORIES.map((key) => (
          <div className="repository-list-item" key={key}>
            <SkeletonBox height="1rem" width="12rem" />
          </div>
        ))}
      </div>
    </div>
  );
}
