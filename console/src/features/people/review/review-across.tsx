import { Button } from '@primer/react';
import { useQueries, useQuery } from '@tanstack/react-query';
import { type ComponentType, useMemo, useRef } from 'react';
import { PageLink } from '../../../components/controls/page-link.tsx';
import { RowsSkeleton } from '../../../components/list/read-state.tsx';
import { AgainButton } from '../../../components/messages/again-button.tsx';
import { FailureNotice } from '../../../components/messages/failure-notice.tsx';
import { Notice } from '../../../components/messages/notice.tsx';
import { ListFrame } from '../../../components/tables/list-frame.tsx';
import { downloadCsv } from '../../../lib/download.ts';
import { formatCount } from '../../../lib/reader-locale.ts';
import { retryAtOf } from '../../../lib/reading/http-client.ts';
import { useOwnedOrganizations } from '../../../lib/reading/owned-organizations.ts';
import { useReviewEnded } from '../../../lib/reading/owner-reads.ts';
import { countRead, readFrom, unreadText } from '../../../lib/reading/read.ts';
import { budgetText, readingText, uncheckedOf } from '../across/across-texts.ts';
import { inOrganization, OrganizationLines, type UnreadProps } from '../across/organization-lines.tsx';
import { reviewAcrossCsv } from './findings.ts';
import { FoundSection } from './found-section.tsx';
import { dismissedQuery } from './get-dismissed.ts';
import { foundAcross, NOTHING, openFindings, reviewAcrossQuery } from './get-review-across.ts';
import './review.css';

const TITLE = 'review-across-title';
const SKELETON_ROWS = 4;

interface ReviewAcrossProps {
  readonly Unread: ComponentType<UnreadProps>;
}

export function ReviewAcross({ Unread }: ReviewAcrossProps) {
  const page = useRef<HTMLElement>(null);
  const owned = useOwnedOrganizations();
  const reading = useQuery({ ...reviewAcrossQuery(), enabled: owned.length > 0 });
  const { data = NOTHING, error, isFetching, refetch, dataUpdatedAt } = reading;
  useReviewEnded(data.hasEnded, dataUpdatedAt);
  const organizations = useMemo(() => [...data.organizations.values()], [data]);
  const reviewed = organizations.filter(({ findings }) => findings.size > 0);
  const dismissals = useQueries({ queries: reviewed.map(({ login }) => dismissedQuery(login)) });
  // Shown only once it is known what was dismissed, so that nothing disappears.
  const isListed = dismissals.every(({ isPending }) => !isPending);
  const unlisted = reviewed.filter((_, index) => dismissals[index]?.isError === true).map(({ login }) => login);
  const isReading = isFetching && !data.hasEnded;
  const dismissed = new Map(reviewed.map(({ id }, index) => [id, dismissals[index]?.data ?? []]));
  const open = openFindings(data, dismissed);
  const found = foundAcross(open).filter(({ people, teams }) => people.length + teams.length > 0);
  const read = readFrom(reading, {
    all: 'the access review',
    value: () => found.length,
    unread: ({ organizations: all, hasEnded }) => [
      ...uncheckedOf(all.values(), false).map(({ login }) => login),
      ...(hasEnded && all.size > 0 ? [] : ['your organizations']),
    ],
  });
  const dismissedCount = [...dismissed.values()].reduce((sum, some) => sum + some.length, 0);
  const isShown = !isReading && data.hasEnded && isListed;
  return (
    <ListFrame
      ref={page}
      titleId={TITLE}
      title="Access review"
      action={
        <div className="people-review-steps">
          <PageLink to="/people">People</PageLink>
          <Button
            size="small"
            inactive={!isShown || found.length === 0}
            onClick={() => {
              if (isShown) downloadCsv('access-review.csv', reviewAcrossCsv([...open.values()]));
            }}
          >
            Download CSV
          </Button>
          <AgainButton size="small" notBefore={retryAtOf(error)} isBusy={isFetching} onPress={() => void refetch()}>
            Refresh
          </AgainButton>
        </div>
      }
    >
      <OrganizationLines
        organizations={new Map(organizations.map((each) => [each.id, { ...each, count: 0 }]))}
        isReading={isReading}
        budget={budgetText(data.budgets)}
        Unread={Unread}
        resultOf={(organization) => {
          const { findings = [], unchecked = [] } = open.get(organization.id) ?? {};
          const isWhole = organization.isWhole && unchecked.length === 0;
          return countRead(inOrganization({ ...organization, isWhole }, findings.length), 'finding', 'findings');
        }}
      />
      {error !== null && (
        <FailureNotice
          title={data.hasEnded ? 'Some checks failed' : 'Couldn’t load the access review'}
          failure={error}
          onRetry={() => {
            page.current?.focus();
            void refetch();
          }}
          isRetrying={isFetching}
          tone={data.hasEnded ? 'warning' : 'critical'}
        />
      )}
      {unlisted.length > 0 && (
        <Notice tone="warning" title={`Couldn’t load dismissed findings of ${unlisted.join(', ')}`} />
      )}
      {!isShown && error === null && (
        <>
          <p className="people-review-text" role="status">
            Checking {readingText(organizations, owned.length, true)}…
          </p>
          <RowsSkeleton rows={SKELETON_ROWS} />
        </>
      )}
      {isShown && (
        <>
          <p className="people-review-text" role="status">
            {countRead(read, 'finding', 'findings')}
            {dismissedCount > 0 && `, ${formatCount(dismissedCount)} dismissed`}.
            {read.kind !== 'whole' && ` ${unreadText(read)}`}
          </p>
          {read.kind !== 'whole' && (
            <div>
              <AgainButton notBefore={retryAtOf(error)} isBusy={isFetching} onPress={() => void refetch()}>
                Try again
              </AgainButton>
            </div>
          )}
          {found.map((each) => (
            <FoundSection key={each.name} found={each} Unread={Unread} />
          ))}
        </>
      )}
    </ListFrame>
  );
}
