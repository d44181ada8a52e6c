import type { InstallationAccountSummary, OrganizationView } from '@orgdesk/client';
import { RepoIcon } from '@primer/octicons-react';
import { LinkButton } from '@primer/react';
import { useDeferredValue, useId, useRef } from 'react';
import { ReadState } from '../../components/list/read-state.tsx';
import { EmptyState } from '../../components/messages/empty-state.tsx';
import { Nothing } from '../../components/messages/nothing.tsx';
import { Notice } from '../../components/messages/notice.tsx';
import { SectionHeading } from '../../components/section-heading.tsx';
import { FinderBar } from '../../components/tables/finder-bar.tsx';
import { addressHere, signInHref } from '../../lib/address/sign-in-href.ts';
import { useAddressView } from '../../lib/address/use-address-view.ts';
import { counted, formatCount, formatMinute } from '../../lib/reader-locale.ts';
import { readFrom } from '../../lib/reading/read.ts';
import { coveredCount, useInstallStatus } from './installation.ts';
import {
  COVERED_VIEW,
  CoveredOptions,
  isWorthFiltering,
  matching,
  NoRepositoryMatches,
  RepositoryFilter,
  RepositoryList,
} from './repositories.tsx';
import './installation.css';

const SKELETON_ROWS = 3;

interface CoveredRepositoriesProps {
  readonly organization: OrganizationView;
  readonly installationId: number;
}

export function CoveredRepositories({ organization, installationId }: CoveredRepositoriesProps) {
  const id = useId();
  const section = useRef<HTMLElement>(null);
  const reading = useInstallStatus();
  const { data } = reading;
  const summary = data?.accounts.find((account) => account.installationId === installationId);
  const readAt = summary === undefined ? null : formatMinute(summary.updatedAt);

  return (
    <section className="stack-12" ref={section} tabIndex={-1} aria-labelledby={id}>
      <SectionHeading id={id} title="Covered repositories">
        {readAt !== null && (
          <span className="covered-repositories-read">
            Last updated <time dateTime={summary?.updatedAt}>{readAt}</time>
          </span>
        )}
      </SectionHeading>
      <ReadState
        reading={reading}
        failed="Couldn’t load covered repositories"
        focus={section}
        loading="Loading covered repositories"
        rows={SKELETON_ROWS}
      />
      {data !== undefined && summary === undefined && (
        <Notice
          tone="info"
          title="The App was installed after you signed in"
          action={<LinkButton href={signInHref(addressHere())}>Sign in again</LinkButton>}
        >
          <p>Sign in again to show its repositories.</p>
        </Notice>
      )}
      {summary !== undefined && <Repositories summary={summary} organization={organization} reading={reading} />}
    </section>
  );
}

interface CoveredListProps {
  readonly summary: InstallationAccountSummary;
  readonly organization: OrganizationView;
  readonly reading: ReturnType<typeof useInstallStatus>;
}

function Repositories({ summary, organization, reading }: CoveredListProps) {
  const {
    view: { repository: typed },
    change,
  } = useAddressView(COVERED_VIEW);
  const setTyped = (repository: string) => change({ repository });
  const text = useDeferredValue(typed.trim());
  const input = useRef<HTMLInputElement>(null);
  const { login, name, suspendedAt } = organization;
  const all = summary.repositories;
  const found = matching(all, text);
  const shown = text === '' ? '' : `${formatCount(found.length)} of `;

  const isComing = all.length === 0 && coveredCount({ summary, organization }) !== 0;
  const read = readFrom(reading, {
    all: `the repositories of ${name ?? login}`,
    value: () => all.length,
    unread: () => (isComing || suspendedAt !== null ? [`the repositories of ${name ?? login}`] : []),
  });
  if (all.length === 0) {
    if (suspendedAt === null && !isComing) {
      return (
        <Nothing
          read={read}
          what="repositories"
          icon={RepoIcon}
          title="No repositories"
          onRetry={() => void reading.refetch()}
          isRetrying={reading.isFetching}
        >
          The App covers no repositories. An owner can add them in the App settings.
        </Nothing>
      );
    }
    return (
      <EmptyState icon={RepoIcon} title="Repositories not loaded">
        {suspendedAt === null
          ? 'They appear here automatically.'
          : 'Repositories can’t be loaded until the App is unsuspended.'}
      </EmptyState>
    );
  }
  return (
    <>
      <FinderBar
        count={`${shown}${counted(all.length, 'repository', 'repositories')}${suspendedAt === null ? '' : ', last known'}`}
        options={<CoveredOptions shown={found} read={read} typed={typed} />}
      >
        {(isWorthFiltering(all.length) || typed !== '') && (
          <RepositoryFilter input={input} typed={typed} onType={setTyped} />
        )}
      </FinderBar>
      {found.length === 0 ? (
        <NoRepositoryMatches read={read} text={text} input={input} onType={setTyped} />
      ) : (
        <div className="covered-repositories-list">
          {/* A changed filter returns to the first page. */}
          <RepositoryList
            key={String(text !== '')}
            repositories={found}
            owner={login}
            account={name ?? login}
            leadsToAccess={organization.viewerCanAdminister}
          />
        </div>
      )}
    </>
  );
}
