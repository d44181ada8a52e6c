import { OrganizationIcon } from '@primer/octicons-react';
import { Button } from '@primer/react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentType, useMemo, useRef } from 'react';
import { PageLink, PageLinkButton } from '../../../components/controls/page-link.tsx';
import { AgainButton } from '../../../components/messages/again-button.tsx';
import { EmptyState } from '../../../components/messages/empty-state.tsx';
import { FailureNotice } from '../../../components/messages/failure-notice.tsx';
import { ListFrame } from '../../../components/tables/list-frame.tsx';
import { useAddressView } from '../../../lib/address/use-address-view.ts';
import { OUTDATED_LIST } from '../../../lib/failure-texts.ts';
import { formatClock } from '../../../lib/reader-locale.ts';
import { useOwnedOrganizations } from '../../../lib/reading/owned-organizations.ts';
import { NOT_ALL_LOADED } from '../list/people-texts.ts';
import { createAcrossList } from './across-columns.tsx';
import { AcrossListed, PARTS_VIEW } from './across-listed.tsx';
import { budgetText } from './across-texts.ts';
import { type AcrossList, partsToRead, peopleAcrossQuery } from './get-people-across.ts';
import { OrganizationLines, type UnreadProps } from './organization-lines.tsx';
import './people-across.css';

const TITLE = 'people-across-title';
const NOBODY: AcrossList = { people: [], organizations: new Map(), budgets: [], hasEnded: false };

interface PeopleAcrossProps {
  readonly Unread: ComponentType<UnreadProps>;
}

export function PeopleAcross({ Unread }: PeopleAcrossProps) {
  const owned = useOwnedOrganizations();
  const page = useRef<HTMLElement>(null);
  const table = useMemo(() => createAcrossList(owned), [owned]);
  const listView = useAddressView(table.address);
  const parts = useAddressView(PARTS_VIEW);
  const queries = useQueryClient();
  const wanted = { teams: parts.view.teams === 'true', invitations: parts.view.invitations === 'true' };
  const query = peopleAcrossQuery(partsToRead(queries, wanted));
  const { data, error, isFetching, refetch } = useQuery({ ...query, enabled: owned.length > 0 });
  const list = data?.list ?? NOBODY;
  const newest = isFetching ? (data?.newer ?? list) : list;
  const isFirst = isFetching && !list.hasEnded;
  if (owned.length === 0) return <NothingOwned />;
  return (
    <ListFrame
      ref={page}
      titleId={TITLE}
      title="People"
      action={
        <div className="people-across-actions">
          <PageLink to="/people-review">Access review</PageLink>
          <PageLink to="/invite">Invite people</PageLink>
          <PageLink to="/runs">Changes</PageLink>
          <ReadingControls
            isReading={isFetching}
            readAt={data?.readAt ?? null}
            isStopped={data?.isStopped === true}
            onStop={() => data?.stop()}
            onRefresh={() => void refetch()}
          />
        </div>
      }
    >
      <OrganizationLines
        organizations={newest.organizations}
        isReading={isFetching}
        budget={budgetText(newest.budgets)}
        Unread={Unread}
      />
      {error !== null && (
        <FailureNotice
          title={list.hasEnded ? OUTDATED_LIST : list.people.length > 0 ? NOT_ALL_LOADED : 'Couldn’t load people'}
          failure={error}
          onRetry={() => {
            page.current?.focus();
            void refetch();
          }}
          isRetrying={isFetching}
          tone={list.people.length === 0 ? 'critical' : 'warning'}
        />
      )}
      {(list.people.length > 0 || error === null) && (
        <AcrossListed
          table={table}
          owned={owned}
          list={list}
          loaded={data?.parts ?? wanted}
          isFirst={isFirst}
          label={TITLE}
          view={listView.view}
          onChange={listView.change}
          parts={parts.view}
          onParts={parts.change}
          Unread={Unread}
        />
      )}
    </ListFrame>
  );
}

function NothingOwned() {
  return (
    <EmptyState
      heading="h1"
      icon={OrganizationIcon}
      title="You don’t own an organization"
      actions={<PageLinkButton to="/">Go to your organizations</PageLinkButton>}
    >
      This page lists the people of all organizations you own. If you became an owner recently, sign in again.
    </EmptyState>
  );
}

interface ReadingControlsProps {
  readonly isReading: boolean;
  /** When a complete list was read, in epoch milliseconds; null if never. */
  readonly readAt: number | null;
  readonly isStopped: boolean;
  readonly onStop: () => void;
  readonly onRefresh: () => void;
}

function ReadingControls({ isReading, readAt, isStopped, onStop, onRefresh }: ReadingControlsProps) {
  const instant = readAt === null ? null : new Date(readAt).toISOString();
  return (
    <div className="reading-controls">
      <span className="reading-controls-state" role="status">
        {!isReading && isStopped && 'Stopped'}
        {!isReading && !isStopped && instant !== null && (
          <>
            Updated at <time dateTime={instant}>{formatClock(instant)}</time>
          </>
        )}
      </span>
      <Button size="small" inactive={!isReading} onClick={isReading ? onStop : undefined}>
        Stop
      </Button>
      <AgainButton size="small" notBefore={null} isBusy={isReading} onPress={onRefresh}>
        Refresh
      </AgainButton>
    </div>
  );
}
