import type { OwnSession } from '@orgdesk/client';
import { Button, Label } from '@primer/react';
import { useRef, useState } from 'react';
import type { ListRows } from '../../../components/list/list.ts';
import { ListTable } from '../../../components/list/list-table.tsx';
import { ReadState } from '../../../components/list/read-state.tsx';
import { FailureNotice } from '../../../components/messages/failure-notice.tsx';
import { QuestionDialog } from '../../../components/messages/question-dialog.tsx';
import { ListFrame } from '../../../components/tables/list-frame.tsx';
import { counted, formatMinute } from '../../../lib/words/reader-locale.ts';
import { useEndSession, useOwnSessions } from './get-own-sessions.ts';
import './own-session-list.css';

const TITLE_ID = 'own-session-list-title';

interface SessionContext {
  readonly isBusy: boolean;
  readonly onEnd: (id: string) => void;
}

const nameOf = ({ client }: OwnSession): string => client ?? 'A program that did not say its name';

const SESSIONS: ListRows<OwnSession, SessionContext> = {
  keyOf: ({ id }) => id,
  columns: [
    {
      heading: 'Signed in with',
      width: 'rest',
      cell: (session) => (
        <>
          {nameOf(session)} {session.isCurrent && <Label variant="success">This one</Label>}
        </>
      ),
    },
    {
      heading: 'Since',
      width: 'third',
      cell: ({ createdAt }) => (
        <>
          <span className="own-session-fact">since </span>
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
          {lastUsedAt === null ? 'Not since then' : <time dateTime={lastUsedAt}>{formatMinute(lastUsedAt)}</time>}
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
            aria-label={`End ${nameOf(session)}, since ${formatMinute(session.createdAt)}`}
          >
            End
          </Button>
        ),
    },
  ],
};

export function OwnSessionList() {
  const page = useRef<HTMLElement>(null);
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
      title="Where you are signed in"
      action={
        others > 0 && (
          <Button variant="danger" onClick={() => setIsAsking(true)} inactive={end.isPending}>
            End all others
          </Button>
        )
      }
    >
      <p className="own-session-note">
        One you do not know is ended here at once. If you think that somebody else used your account, change its
        password on the code host as well: signing in goes through it.
      </p>
      {end.isError && (
        <FailureNotice
          title="It could not be ended"
          failure={end.error}
          onRetry={() => end.mutate(end.variables)}
          isRetrying={end.isPending}
        />
      )}
      <p className="own-session-ended" role="status">
        {end.isSuccess && `${counted(end.data, 'session was', 'sessions were')} ended.`}
      </p>
      <ReadState reading={reading} failed="Your sessions could not be read" rows={2} />
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
          yes="End them"
          no="Keep them"
          tone="danger"
          onAnswer={(isYes) => {
            setIsAsking(false);
            if (isYes) endOne(null);
          }}
        >
          <p>Whoever uses them, you on another device too, has to sign in again.</p>
        </QuestionDialog>
      )}
    </ListFrame>
  );
}
