import type { OwnSession } from '@orgdesk/client';
import { Button, Label } from '@primer/react';
import { useRef, useState } from 'react';
import { ReadState } from '../../../components/list/read-state.tsx';
import { FailureNotice } from '../../../components/messages/failure-notice.tsx';
import { QuestionDialog } from '../../../components/messages/question-dialog.tsx';
import { DataTable } from '../../../components/tables/data-table.tsx';
import { ListFrame } from '../../../components/tables/list-frame.tsx';
import { counted, formatMinute } from '../../../lib/words/reader-locale.ts';
import { useEndSession, useOwnSessions } from './get-own-sessions.ts';
import './own-session-list.css';

const TITLE_ID = 'own-session-list-title';
const COLUMNS = [
  { name: 'Signed in with', width: 'rest' },
  { name: 'Since', width: 'third' },
  { name: 'Last used', width: 'third' },
  { name: 'End', width: 'narrow' },
] as const;

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
        <DataTable label={TITLE_ID} columns={COLUMNS}>
          {sessions.map((session) => (
            <OwnSessionRow key={session.id} session={session} isBusy={end.isPending} onEnd={() => endOne(session.id)} />
          ))}
        </DataTable>
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

interface OwnSessionRowProps {
  readonly session: OwnSession;
  readonly isBusy: boolean;
  readonly onEnd: () => void;
}

function OwnSessionRow({ session: { client, isCurrent, createdAt, lastUsedAt }, isBusy, onEnd }: OwnSessionRowProps) {
  const name = client ?? 'A program that did not say its name';
  const since = formatMinute(createdAt);
  return (
    <tr>
      <th scope="row">
        {name} {isCurrent && <Label variant="success">This one</Label>}
      </th>
      <td>
        <span className="own-session-fact">since </span>
        <time dateTime={createdAt}>{since}</time>
      </td>
      <td>
        <span className="own-session-fact">last used </span>
        {lastUsedAt === null ? 'Not since then' : <time dateTime={lastUsedAt}>{formatMinute(lastUsedAt)}</time>}
      </td>
      <td>
        {!isCurrent && (
          <Button size="small" onClick={onEnd} inactive={isBusy} aria-label={`End ${name}, since ${since}`}>
            End
          </Button>
        )}
      </td>
    </tr>
  );
}
