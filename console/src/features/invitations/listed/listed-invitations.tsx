import type { SessionView } from '@orgdesk/client';
import { CHANGED_INVITATIONS_MAX } from '@orgdesk/contract/limits';
import { CircleSlashIcon, MailIcon } from '@primer/octicons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useRef } from 'react';
import { PageLinkButton } from '../../../components/controls/page-link.tsx';
import { ReadState } from '../../../components/list/read-state.tsx';
import { EmptyState } from '../../../components/messages/empty-state.tsx';
import { Nothing } from '../../../components/messages/nothing.tsx';
import { SectionHeading } from '../../../components/section-heading.tsx';
import { FinderBarSkeleton } from '../../../components/tables/finder-bar.tsx';
import { answerOf, clientOf, hasStatus } from '../../../lib/reading/http-client.ts';
import { invitationsQuery, useInvitations } from '../../../lib/reading/owner-reads.ts';
import { type Read, readFrom } from '../../../lib/reading/read.ts';
import { useSignedIn } from '../../../lib/reading/signed-in.ts';
import { ChangePanel, ChangeResults } from './change-panel.tsx';
import { type ChosenInvitation, type InvitationChangeRun, idleRun, parseRun, withAnswer } from './change-run.ts';
import { InvitationList } from './invitation-list.tsx';
import { inviteeOf, NO_INVITATIONS_HERE, quotaText } from './invitation-texts.ts';
import { isRunning, useRun } from './run.ts';
import './listed.css';

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
      {data !== undefined && data.sentInLastDay > 0 && <p className="hint">{quotaText(data.sentInLastDay)}</p>}
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

/** The service changes up to `CHANGED_INVITATIONS_MAX` invitations per request, with several code host calls each. */
const ANSWER_LIMIT_MS = 120_000;
const LEAVE_QUESTION =
  'Changes are in progress. If you leave this page, the remaining invitations won’t be changed. Leave?';

/** Changes invitations in the session that selected them, then refetches the list. */
function useChangeRun(organization: string, session: SessionView) {
  const client = useQueryClient();
  return useRun<ChosenInvitation, InvitationChangeRun>(
    {
      key: `invitation-changes.${session.user.id}.${organization.toLowerCase()}`,
      idle: idleRun('cancel'),
      parse: parseRun,
      size: CHANGED_INVITATIONS_MAX,
      send: async (batch, sessionId, { action }) => {
        const call = clientOf(sessionId)[action === 'send-again' ? 'sendInvitationsAgain' : 'cancelInvitations'];
        const sent = { path: { login: organization }, body: { ids: batch.map(({ id }) => id) } };
        const { data } = await answerOf((options) => call({ ...sent, ...options }), { limitMs: ANSWER_LIMIT_MS });
        const now = new Date();
        return (run) => withAnswer(run, batch, data, now);
      },
      leaveQuestion: LEAVE_QUESTION,
      onEnd: () => void client.invalidateQueries(invitationsQuery(organization)),
    },
    session,
  );
}
