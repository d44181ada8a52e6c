import { SkeletonBox, VisuallyHidden } from '@primer/react';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { type OrganizationTab, organizationHref } from '../../lib/paths.ts';
import { formatCount, formatDay } from '../../lib/reader-locale.ts';
import { useSummary } from './get-summary.ts';
import './overview.css';
import type { Subject } from './subject.ts';
import { NothingTold, WithheldNotice } from './withheld-notice.tsx';

/** What an organization is, and how much there is of everything. */
export function Overview({ subject }: { readonly subject: Subject }) {
  const { login } = subject;
  const { data, error, isFetching, refetch } = useSummary(login);
  const found = data?.data?.organization ?? null;
  const isLoading = data === undefined && error === null;
  const createdDay = found === null ? null : formatDay(found.createdAt);

  return (
    <div className="overview">
      {error !== null && (
        <FailureNotice
          title="The numbers could not be read"
          failure={error}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
      {isLoading && <VisuallyHidden role="status">Loading the overview</VisuallyHidden>}
      {data !== undefined && (
        <WithheldNotice subject={subject} withheld={data.withheld} what="its numbers" isPartial={found !== null} />
      )}
      {data !== undefined && found === null && data.withheld.length === 0 && (
        <NothingTold subject={subject} what="its numbers" />
      )}
      {(isLoading || found !== null) && (
        <ul className="overview-counts">
          <Count login={login} tab="people" name="People" count={found?.membersWithRole.totalCount} />
          <Count login={login} tab="teams" name="Teams" count={found?.teams.totalCount} />
          <Count login={login} tab="repositories" name="Repositories" count={found?.repositories.totalCount} />
        </ul>
      )}
      {found !== null && (
        <div className="overview-about">
          {(found.description ?? '') !== '' && <p>{found.description}</p>}
          {createdDay !== null && (
            <p>
              On the code host since <time dateTime={found.createdAt}>{createdDay}</time>.
            </p>
          )}
        </div>
      )}
      {/* Whoever belongs to it sees at least one of its people: themselves. */}
      {found?.membersWithRole.totalCount === 0 && subject.whyIfAny}
    </div>
  );
}

interface CountProps {
  readonly login: string;
  readonly tab: OrganizationTab;
  readonly name: string;
  /** Undefined while not known. */
  readonly count: number | undefined;
}

function Count({ login, tab, name, count }: CountProps) {
  return (
    <li>
      <a className="overview-count" href={organizationHref(login, tab)}>
        <span className="overview-number">
          {count === undefined ? <SkeletonBox height="2rem" width="4rem" /> : formatCount(count)}
        </span>{' '}
        {name}
      </a>
    </li>
  );
}
