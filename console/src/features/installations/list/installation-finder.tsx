import type { InstallStatusSummary } from '@orgdesk/client';
import { useDeferredValue, useRef } from 'react';
import { FinderBar } from '../../../components/tables/finder-bar.tsx';
import { useAddressView } from '../../../lib/address/use-address-view.ts';
import { readFrom } from '../../../lib/reading/read.ts';
import { counted, formatCount } from '../../../lib/words/reader-locale.ts';
import { coveredCount, coveredTotal, type ListedInstallation } from '../installation.ts';
import { COVERED_VIEW, CoveredOptions } from '../repositories/covered-options.tsx';
import { isWorthFiltering, matching } from '../repositories/find-repositories.ts';
import { NoRepositoryMatches, RepositoryFilter } from '../repositories/repository-filter.tsx';
import { InstallationSection } from './installation-section.tsx';

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
