import { CircleSlashIcon, MailIcon } from '@primer/octicons-react';
import { useId, useRef } from 'react';
import { PageLinkButton } from '../../../components/controls/page-link.tsx';
import { ReadState } from '../../../components/list/read-state.tsx';
import { EmptyState } from '../../../components/messages/empty-state.tsx';
import { SectionHeading } from '../../../components/section-heading.tsx';
import { FinderBarSkeleton } from '../../../components/tables/finder-bar.tsx';
import { hasStatus } from '../../../lib/reading/http-client.ts';
import { useInvitations } from '../../../lib/reading/invitations.ts';
import { useSignedIn } from '../../../lib/reading/signed-in.ts';
import { NO_INVITATIONS_HERE, quotaWords } from '../limit-words.ts';
import { ChangeResults } from './change/change-results.tsx';
import { idleRun } from './change/change-run.ts';
import { useChangeRun } from './change/use-change-run.ts';
import { ChangePanel } from './change-panel.tsx';
import { InvitationList } from './invitation-list.tsx';
import { inviteeOf } from './invitation-words.ts';
import { isRunning } from './run.ts';
import './listed-invitations.css';
import { Nothing } from '../../../components/messages/nothing.tsx';
import { type Read, readFrom } from '../../../lib/reading/read.ts';

const SKELETON_ROWS = 5;

interface ListedInvitationsProps {
  readonly login: string;
  readonly organization: string;
  /** Results of started actions show even if false. */
  readonly mayRead: boolean;
}

export function ListedInvitations({ login, organization, mayRead }: ListedInvitationsProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const resultsHeading = useRef<HTMLHeadingElement>(null);
  const reading = useInvitations(login, mayRead);
  const { data, error, dataUpdatedAt } = reading;
  const { run, send, stop, leaveOut, clear } = useChangeRun(login, useSignedIn());
  const read = readFrom(reading, {
    all: `the invitations of ${organization}`,
    value: ({ invitations }) => invitations.length,
  });
  const isBusy = isRunning(run) || run.waiting.length > 0;
  const clearResults = () => {
    heading.current?.focus();
    clear();
  };

  if (hasStatus(error, 409))
    return <NoInvitationsHere login={login} organization={organization} message={error?.message ?? ''} />;
  return (
    <section className="stack-16" aria-labelledby={id}>
      <SectionHeading id={id} heading={heading} title="Invitations" of={organization} />
      {data !== undefined && data.sentInLastDay > 0 && <p className="hint">{quotaWords(data.sentInLastDay)}</p>}
      {run.state !== 'idle' && (
        <ChangePanel
          run={run}
          onStop={stop}
          onGoOn={() => send(run.waiting)}
          onLeaveOut={leaveOut}
          resultsHeading={resultsHeading}
        />
      )}
      {run.results.length > 0 && <ChangeResults run={run} heading={resultsHeading} onClear={clearResults} />}
      {mayRead && (
        <ReadState
          reading={reading}
          failed="Couldn’t load invitations"
          focus={heading}
          loading="Loading invitations"
          rows={SKELETON_ROWS}
        >
          <FinderBarSkeleton />
        </ReadState>
      )}
      {data?.invitations.length === 0 && (
        <NothingOpen login={login} organization={organization} read={read} onRetry={() => void reading.refetch()} />
      )}
      {data !== undefined && data.invitations.length > 0 && (
        <InvitationList
          login={login}
          invitations={data.invitations}
          read={read}
          label={id}
          now={dataUpdatedAt}
          onAct={
            isBusy
              ? null
              : (action, chosen) =>
                  send(
                    chosen.map((invitation) => ({ id: invitation.id, invitee: inviteeOf(invitation) })),
                    idleRun(action),
                  )
          }
        />
      )}
    </section>
  );
}

interface NothingOpenProps extends Pick<ListedInvitationsProps, 'login' | 'organization'> {
  readonly read: Read<number>;
  readonly onRetry: () => void;
}

function NothingOpen({ login, organization, read, onRetry }: NothingOpenProps) {
  return (
    <Nothing
      read={read}
      what="invitations"
      onRetry={onRetry}
      icon={MailIcon}
      title="No open invitations"
      actions={
        <PageLinkButton to="/organizations/$login/invitations/invite" params={{ login }}>
          Invite people to {organization}
        </PageLinkButton>
      }
    >
      No invitations are open or failed. Anyone who accepted appears under People.
    </Nothing>
  );
}

interface NoInvitationsHereProps extends Pick<ListedInvitationsProps, 'login' | 'organization'> {
  readonly message: string;
}

function NoInvitationsHere({ login, organization, message }: NoInvitationsHereProps) {
  return (
    <EmptyState
      icon={CircleSlashIcon}
      title={NO_INVITATIONS_HERE}
      actions={
        <>
          <PageLinkButton to="/organizations/$login/invitations/invite" params={{ login }}>
            Add people to {organization}
          </PageLinkButton>
          <PageLinkButton to="/organizations/$login/people" params={{ login }}>
            View people
          </PageLinkButton>
        </>
      }
    >
      {message}
    </EmptyState>
  );
}
