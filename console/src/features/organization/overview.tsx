import { SkeletonBox } from '@primer/react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ReadState } from '../../components/list/read-state.tsx';
import { formatCount, formatDay } from '../../lib/reader-locale.ts';
import { answerOf, client } from '../../lib/reading/http-client.ts';
import { personalKey } from '../../lib/reading/query-client.ts';
import { useSubject } from './subject.tsx';
import { NothingReportedNotice, WithheldNotice } from './withheld-notice.tsx';
import './overview.css';

export function Overview() {
  const { login, Why } = useSubject();
  const reading = useSummary(login);
  const { data, error } = reading;
  const found = data?.data?.organization ?? null;
  const isLoading = data === undefined && error === null;
  const createdDay = found === null ? null : formatDay(found.createdAt);

  return (
    <div className="overview">
      <ReadState reading={reading} failed="Couldn’t load the overview" loading="Loading overview" />
      {data !== undefined && <WithheldNotice withheld={data.withheld} what="numbers" isPartial={found !== null} />}
      {data !== undefined && found === null && data.withheld.length === 0 && <NothingReportedNotice what="numbers" />}
      {(isLoading || found !== null) && (
        <ul className="overview-counts">
          <Count
            login={login}
            to="/organizations/$login/people"
            name="People"
            count={found?.membersWithRole.totalCount}
          />
          <Count login={login} to="/organizations/$login/teams" name="Teams" count={found?.teams.totalCount} />
          <Count
            login={login}
            to="/organizations/$login/repositories"
            name="Repositories"
            count={found?.repositories.totalCount}
          />
        </ul>
      )}
      {found !== null && (
        <div className="overview-about">
          {(found.description ?? '') !== '' && <p>{found.description}</p>}
          {createdDay !== null && (
            <p>
              Created <time dateTime={found.createdAt}>{createdDay}</time>.
            </p>
          )}
        </div>
      )}
      {/* A member sees at least themselves. */}
      {found?.membersWithRole.totalCount === 0 && <Why isOptional />}
    </div>
  );
}

interface CountProps {
  readonly login: string;
  readonly to: `/organizations/$login/${'people' | 'teams' | 'repositories'}`;
  readonly name: string;
  readonly count: number | undefined;
}

function Count({ login, to, name, count }: CountProps) {
  return (
    <li>
      <Link className="overview-count" to={to} params={{ login }}>
        <span className="overview-number">
          {count === undefined ? <SkeletonBox height="2rem" width="4rem" /> : formatCount(count)}
        </span>{' '}
        {name}
      </Link>
    </li>
  );
}

export const summaryQuery = (login: string) =>
  queryOptions({
    queryKey: personalKey('summary', login),
    queryFn: ({ signal }) => answerOf((options) => client.query('OrganizationSummary', { login }, options), { signal }),
  });

const useSummary = (login: string) => useQuery(summaryQuery(login));
