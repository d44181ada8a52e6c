import type { OwnSession } from '@orgdesk/client';
import { Button, Label } from '@primer/react';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { createList, useList } from '../../components/list/list.ts';
import { FoundTable, ListFinder, NothingFound } from '../../components/list/list-finder.tsx';
import { ReadState } from '../../components/list/read-state.tsx';
import { QuestionDialog } from '../../components/messages/dialog-frame.tsx';
import { FailureNotice } from '../../components/messages/failure-notice.tsx';
import { ListFrame } from '../../components/tables/list-frame.tsx';
import { useCodeHost } from '../../lib/address/code-host.ts';
import { useAddressView } from '../../lib/address/use-address-view.ts';
import { counted, formatCount, formatMinute } from '../../lib/reader-locale.ts';
import { answerOf, client } from '../../lib/reading/http-client.ts';
import { keptFresh, personalKey } from '../../lib/reading/query-client.ts';
import { readFrom } from '../../lib/reading/read.ts';
import './own-session-list.css';

const TITLE_ID = 'own-session-list-title';

interface SessionContext {
  readonly isBusy: boolean;
  readonly onEnd: (id: string) => void;
}

const nameOf = ({ client }: OwnSession): string => client ?? 'Unknown client';

const LATEST_FIRST = { ascending: 'Oldest first', descending: 'Latest first' } as const;

const SESSIONS = createList<OwnSession, SessionContext>({
  name: 'sessions',
  keyOf: ({ id }) => id,
  columns: [
    {
      heading: 'Client',
      width: 'rest',
      text: nameOf,
      sort: { by: 'client', value: nameOf },
      csv: nameOf,
      cell: (session) => (
        <>
          {nameOf(session)} {session.isCurrent && <Label variant="success">Current session</Label>}
        </>
      ),
    },
    {
      heading: 'Signed in',
      width: 'quarter',
      sort: { by: 'signed-in', value: ({ createdAt }) => createdAt, firstOrder: 'descending', labels: LATEST_FIRST },
      csv: ({ createdAt }) => createdAt,
      cell: ({ createdAt }) => (
        <>
          <span className="own-session-fact">signed in </span>
          <time dateTime={createdAt}>{formatMinute(createdAt)}</time>
        </>
      ),
    },
    {
      heading: 'Last used',
      width: 'quarter',
      sort: { by: 'used', value: ({ lastUsedAt }) => lastUsedAt, firstOrder: 'descending', labels: LATEST_FIRST },
      csv: ({ lastUsedAt }) => lastUsedAt ?? 'Never',
      cell: ({ lastUsedAt }) => (
        <>
          <span className="own-session-fact">last used </span>
          {lastUsedAt === null ? 'Never' : <time dateTime={lastUsedAt}>{formatMinute(lastUsedAt)}</time>}
        </>
      ),
    },
    {
      heading: 'End',
      width: 'narrow',
      isFixed: true,
      cell: (session, { isBusy, onEnd }, { stop }) =>
        !session.isCurrent && (
          <Button
            {...stop}
            size="small"
            variant="danger"
            onClick={() => onEnd(session.id)}
            inactive={isBusy}
            aria-label={`End ${nameOf(session)}, signed in ${formatMinute(session.createdAt)}`}
          >
            End
          </Button>
        ),
    },
  ],
  filters: {},
  search: { label: 'Filter sessions by client', placeholder: 'Filter by client' },
  sorting: { sort: 'listed', order: 'ascending' },
  defaultOrderLabel: 'Default order',
  sortLabel: 'Sort sessions',
  noMatch: {
    title: 'No matching sessions',
    showAll: 'Show all sessions',
    text: 'No session has a client with this name.',
  },
});

export function OwnSessionList() {
  const page = useRef<HTMLElement>(null);
  const { name: codeHost } = useCodeHost();
  const reading = useOwnSessions();
  const sessions = reading.data;
  const end = useEndSession();
  const [isAsking, setIsAsking] = useState(false);
  const others = (sessions ?? []).filter(({ isCurrent }) => !isCurrent).length;

  const endOne = (id: string | null) => {
    // The pressed button disappears.
    page.current?.focus();
    end.mutate(id);
  };

  return (
    <ListFrame
      ref={page}
      titleId={TITLE_ID}
      title="Your sessions"
      action={
        others > 0 && (
          <Button variant="danger" onClick={() => setIsAsking(true)} inactive={end.isPending}>
            End all others…
          </Button>
        )
      }
    >
      <p className="own-session-note">
        If you don’t recognize a session, end it. If someone else used your account, also change your password on{' '}
        {codeHost}.
      </p>
      {end.isError && (
        <FailureNotice
          title="Couldn’t end the session"
          failure={end.error}
          onRetry={() => end.mutate(end.variables)}
          isRetrying={end.isPending}
        />
      )}
      <p className="own-session-ended" role="status">
        {end.isSuccess && `${counted(end.data, 'session was', 'sessions were')} ended.`}
      </p>
      <ReadState reading={reading} failed="Couldn’t load your sessions" rows={2} />
      {sessions !== undefined && (
        <Sessions sessions={sessions} error={reading.error} isBusy={end.isPending} onEnd={endOne} />
      )}
      {isAsking && (
        <QuestionDialog
          title={`End ${counted(others, 'other session', 'other sessions')}?`}
          yes="End sessions"
          no="Cancel"
          tone="danger"
          onAnswer={(isYes) => {
            setIsAsking(false);
            if (isYes) endOne(null);
          }}
        >
          <p>You’ll be signed out of all other sessions.</p>
        </QuestionDialog>
      )}
    </ListFrame>
  );
}

interface SessionsProps extends SessionContext {
  readonly sessions: readonly OwnSession[];
  readonly error: Error | null;
}

function Sessions({ sessions, error, isBusy, onEnd }: SessionsProps) {
  const end = useRef(onEnd);
  useEffect(() => {
    end.current = onEnd;
  });
  const context = useMemo(() => ({ isBusy, onEnd: (id: string) => end.current(id) }), [isBusy]);
  const found = useList(SESSIONS, useAddressView(SESSIONS.address), sessions, context);
  const all = counted(sessions.length, 'session', 'sessions');
  const read = readFrom({ data: sessions, error }, { all: 'your sessions', value: ({ length }) => length });
  return (
    <>
      <ListFinder
        found={found}
        count={found.isAll ? all : `${formatCount(found.shown.length)} of ${all}`}
        read={read}
        file="sessions"
      />
      {found.shown.length === 0 ? (
        <NothingFound read={read} found={found} />
      ) : (
        <FoundTable found={found} label={TITLE_ID} />
      )}
    </>
  );
}

export const ownSessionsQuery = queryOptions({
  queryKey: personalKey('own-sessions'),
  queryFn: async ({ signal }) =>
    (await answerOf((options) => client.listOwnSessions(options), { signal })).data.sessions,
  ...keptFresh,
});

const useOwnSessions = () => useQuery(ownSessionsQuery);

/** Null ends all other sessions. The list is always refetched. */
const useEndSession = () =>
  useMutation({
    mutationFn: async (id: string | null) =>
      id === null
        ? (await answerOf(client.endOtherSessions)).data.ended
        : (await answerOf((options) => client.endOwnSession({ path: { id }, ...options }))).data.ended,
    onSettled: (_ended, _thrown, _id, _reads, { client }) =>
      client.invalidateQueries({ queryKey: ownSessionsQuery.queryKey }),
  });
