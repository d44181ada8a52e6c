import type { OwnSession } from '@orgdesk/client';
import { Button, Label } from '@primer/react';
import { useRef, useState } from 'react';
import type { ListRows } from '../../../components/list/list.ts';
import { ListTable } from '../../../components/list/list-table.tsx';
import { ReadState } from '../../../components/list/read-state.tsx';
import { FailureNotice } from '../../../components/messages/failure-notice.tsx';
import { QuestionDialog } from '../../../components/messages/question-dialog.tsx';
import { ListFrame } from '../../../components/tables/list-frame.tsx';
import { useCodeHost } from '../../../lib/address/code-host.ts';
import { counted, formatMinute } from '../../../lib/words/reader-locale.ts';
import { useEndSession, useOwnSessions } from './get-own-sessions.ts';
import './own-session-list.css';

const TITLE_ID = 'own-session-list-title';

interface SessionContext {
  readonly isBusy: boolean;
  readonly onEnd: (id: string) => void;
}

const nameOf = ({ client }: OwnSession): string => client ?? 'Unknown client';

const SESSIONS: ListRows<OwnSession, SessionContext> = {
  keyOf: ({ id }) => id,
  columns: [
    {
      heading: 'Client',
      width: 'rest',
      cell: (session) => (
        <>
          {nameOf(session)} {session.isCurrent && <Label variant="success">Current session</Label>}
        </>
      ),
    },
    {
      heading: 'Signed in',
      width: 'third',
      cell: ({ createdAt }) => (
        <>
          <span className="own-session-fact">signed in </span>
          <time dateTime={createdAt}>{formatMinute(createdAt)}</time>
        </>
      ),
    },
    {
      heading: 'Last used',
      width: 'third',
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
      cell: (session, { isBusy, onEnd }) =>
        !session.isCurrent && (
          <Button
            size="small"
            onClick={() => onEnd(session.id)}
            inactive={isBusy}
            aria-label={`End ${nameOf(session)}, signed in ${formatMinute(session.createdAt)}`}
          >
            End
          </Button>
        ),
    },
  ],
};

export function OwnSessionList() {
  const page = useRef<HTMLElement>(null);
  const { name: codeHost } = useCodeHost();
  const reading = useOwnSessions();
  const sessions = reading.data;
  const end = useEndSession();
  const [isAsking, setIsAsking] = useState(false);
  const others = (sessions ?? []).filter(({ isCurrent }) => !isCurrent).length;

  const endOne = (id: string | null) => {
    // The pressed button disappears with its session.
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
            End all others
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
        <ListTable
          label={TITLE_ID}
          list={SESSIONS}
          rows={sessions}
          context={{ isBusy: end.isPending, onEnd: endOne }}
        />
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
