import type { CoveredRepositoryView, InstallStatusSummary } from '@orgdesk/client';
import { SlidersIcon } from '@primer/octicons-react';
import { LinkButton, VisuallyHidden } from '@primer/react';
import { useDeferredValue, useRef } from 'react';
import { SinceLabel } from '../../components/app-notes.tsx';
import { Notice } from '../../components/messages/notice.tsx';
import { Portrait } from '../../components/portrait.tsx';
import { FinderBar } from '../../components/tables/finder-bar.tsx';
import { useCodeHost } from '../../lib/address/code-host.ts';
import { installationAnchor, installationSettingsHref } from '../../lib/address/paths.ts';
import { useAddressView } from '../../lib/address/use-address-view.ts';
import { APP_SUSPENDED } from '../../lib/app.ts';
import { counted, formatCount, formatMinute } from '../../lib/reader-locale.ts';
import { readFrom } from '../../lib/reading/read.ts';
import { coveredCount, coveredTotal, type ListedInstallation } from './installation.ts';
import {
  COVERED_VIEW,
  CoveredOptions,
  isWorthFiltering,
  matching,
  NoRepositoryMatches,
  RepositoryFilter,
  RepositoryList,
} from './repositories.tsx';
import './installation-finder.css';

interface InstallationFinderProps {
  readonly installations: readonly ListedInstallation[];
  readonly totals: InstallStatusSummary;
  /** The error of the last read, so that the list may be out of date. Null if it succeeded. */
  readonly error: Error | null;
}

export function InstallationFinder({ installations, totals, error }: InstallationFinderProps) {
  const {
    view: { repository: typed },
    change,
  } = useAddressView(COVERED_VIEW);
  const setTyped = (repository: string) => change({ repository });
  // Filtering thousands of repositories must not delay typing.
  const text = useDeferredValue(typed.trim());
  const input = useRef<HTMLInputElement>(null);
  const sections = installations
    .map((installation) => ({ installation, repositories: matching(installation.summary.repositories, text) }))
    .filter(({ repositories }) => text === '' || repositories.length > 0);
  const listed = sumOf(installations.map(({ summary }) => summary.repositories.length));
  const read = readFrom(
    { data: installations, error },
    {
      all: 'your installations',
      value: () => listed,
      unread: () =>
        installations.filter((each) => coveredCount(each) === null).map(({ summary }) => summary.accountLogin),
    },
  );
  const found = sumOf(sections.map(({ repositories }) => repositories.length));

  return (
    <>
      <FinderBar
        count={
          text === ''
            ? totalMessage(coveredTotal(installations), totals)
            : `${formatCount(found)} of ${counted(listed, 'repository', 'repositories')}`
        }
        options={
          <CoveredOptions shown={sections.flatMap(({ repositories }) => repositories)} read={read} typed={typed} />
        }
      >
        {(isWorthFiltering(listed) || typed !== '') && (
          <RepositoryFilter input={input} typed={typed} onType={setTyped} />
        )}
      </FinderBar>
      {sections.length > 0 ? (
        <div className="stack-24">
          {sections.map(({ installation, repositories }) => (
            <InstallationSection
              key={installation.summary.installationId}
              installation={installation}
              repositories={repositories}
              isFiltered={text !== ''}
            />
          ))}
        </div>
      ) : (
        <NoRepositoryMatches read={read} text={text} input={input} onType={setTyped} />
      )}
    </>
  );
}

function totalMessage(
  repositories: number | null,
  { organizationAccounts, userAccounts }: Pick<InstallStatusSummary, 'organizationAccounts' | 'userAccounts'>,
): string {
  const accounts = [
    ...(organizationAccounts > 0 ? [counted(organizationAccounts, 'organization', 'organizations')] : []),
    ...(userAccounts > 0 ? [counted(userAccounts, 'personal account', 'personal accounts')] : []),
  ];
  const where = accounts.join(' and ');
  return repositories === null ? where : `${counted(repositories, 'repository', 'repositories')} on ${where}`;
}

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);

interface InstallationSectionProps {
  readonly installation: ListedInstallation;
  readonly repositories: readonly CoveredRepositoryView[];
  readonly isFiltered: boolean;
}

function InstallationSection(props: InstallationSectionProps) {
  const { installation, repositories, isFiltered } = props;
  const { name: codeHostName, url: codeHostUrl } = useCodeHost();
  const { summary, organization } = installation;
  const { installationId, accountLogin: login, accountType: type } = summary;
  const anchor = installationAnchor(installationId);
  const name = organization?.name ?? login;
  const isSuspended = organization !== null && organization.suspendedAt !== null;
  const mayConfigure = organization?.viewerCanAdminister ?? type === 'user';

  return (
    <section className="installation-section" id={anchor} aria-labelledby={`${anchor}-title`}>
      <header className="installation-section-header">
        <Portrait url={organization?.avatarUrl ?? null} login={login} size={40} square={type === 'organization'} />
        <div className="installation-section-text">
          <h2 className="installation-section-title" id={`${anchor}-title`}>
            {name}
            {name !== login && <span className="installation-section-login"> {login}</span>}
          </h2>
          <Facts installation={installation} />
        </div>
        {codeHostUrl !== null && mayConfigure && (
          <LinkButton
            href={installationSettingsHref(codeHostUrl, { installationId, login, type })}
            size="small"
            leadingVisual={SlidersIcon}
          >
            Settings
            <VisuallyHidden>
              {' '}
              for {name} on {codeHostName}
            </VisuallyHidden>
          </LinkButton>
        )}
      </header>
      {isSuspended && (
        <Notice tone="warning" title={APP_SUSPENDED}>
          <p>
            {repositories.length > 0
              ? 'This list shows the last known repositories. '
              : 'Repositories can’t be loaded until it’s unsuspended. '}
            {mayConfigure ? `Unsuspend it on ${codeHostName}.` : `Ask an owner to unsuspend it on ${codeHostName}.`}
          </p>
        </Notice>
      )}
      {repositories.length > 0 && (
        // A changed filter returns to the first page.
        <RepositoryList
          key={String(isFiltered)}
          repositories={repositories}
          owner={login}
          account={name}
          leadsToAccess={organization?.viewerCanAdminister === true}
        />
      )}
      {repositories.length === 0 && !isSuspended && (
        <p className="installation-section-empty">
          {coveredCount(installation) === 0
            ? 'No repositories covered'
            : 'Repositories not loaded. They appear here automatically.'}
        </p>
      )}
    </section>
  );
}

function Facts({ installation }: { readonly installation: ListedInstallation }) {
  const { summary, organization } = installation;
  const { accountType, updatedAt } = summary;
  const count = coveredCount(installation);
  const suspendedAt = organization?.suspendedAt ?? null;
  const updated = formatMinute(updatedAt);
  return (
    <div className="installation-section-facts">
      {suspendedAt === null ? (
        <span>Installed</span>
      ) : (
        <SinceLabel variant="attention" since={suspendedAt}>
          Suspended
        </SinceLabel>
      )}
      <span>{accountType === 'organization' ? 'Organization' : 'Personal account'}</span>
      {count !== null && (
        <span>
          {formatCount(count)} {organization?.repositorySelection === 'selected' && 'selected '}
          {count === 1 ? 'repository' : 'repositories'}
        </span>
      )}
      {updated !== null && (
        <span>
          updated <time dateTime={updatedAt}>{updated}</time>
        </span>
      )}
    </div>
  );
}
