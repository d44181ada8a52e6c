import { useEffect, useRef, useState } from 'react';
import { useSignedIn } from '../../lib/signed-in.ts';
import { InviteForm } from './invite-form.tsx';
import './inviting.css';
import { InviteResults } from './results/invite-results.tsx';
import { isUnderWay } from './runs/run.ts';
import { unconfirmedLogins } from './sending/invite-run.ts';
import { InviteRunPanel } from './sending/invite-run-panel.tsx';
import { UnconfirmedNotice } from './sending/unconfirmed-notice.tsx';
import { useInviteRun } from './sending/use-invite-run.ts';

interface InvitingProps {
  readonly login: string;
  /** How the organization is called in sentences. */
  readonly organization: string;
  /** Whether new names can be written; what was begun shows in any case. */
  readonly mayBegin: boolean;
}

/** Invites many people into an organization. For its admins. */
export function Inviting({ login, organization, mayBegin }: InvitingProps) {
  const session = useSignedIn();
  const { run, send: sendNow, stop, leaveOut, clear } = useInviteRun(login, session);
  const [putBack, setPutBack] = useState<readonly string[]>([]);
  const area = useRef<HTMLTextAreaElement>(null);
  const resultsHeading = useRef<HTMLHeadingElement>(null);
  const hasForm = !isUnderWay(run) && run.waiting.length === 0;
  const unconfirmed = unconfirmedLogins(run);
  const clearAll = () => {
    clear();
    // The button that was pressed goes away.
    area.current?.focus();
  };
  const send = (logins: readonly string[]) => {
    setPutBack([]);
    sendNow(logins);
  };
  const putWaitingBack = () => {
    setPutBack(run.waiting);
    leaveOut();
  };

  useEffect(() => {
    // The button that was pressed goes away, and the form is there again.
    if (putBack.length > 0) area.current?.focus();
  }, [putBack]);

  return (
    <>
      {run.state !== 'idle' && (
        <InviteRunPanel
          run={run}
          onStop={stop}
          onSend={send}
          onPutBack={putWaitingBack}
          resultsHeading={resultsHeading}
        />
      )}
      {unconfirmed.length > 0 && !isUnderWay(run) && (
        <UnconfirmedNotice logins={unconfirmed} organization={login} onSend={run.waiting.length === 0 ? send : null} />
      )}
      {run.results.length > 0 && (
        <InviteResults
          run={run}
          organization={login}
          heading={resultsHeading}
          onRetry={send}
          onClear={clearAll}
          onMore={hasForm && mayBegin ? () => area.current?.focus() : null}
        />
      )}
      {hasForm && (
        // Hidden, not gone: what is written there already is seen again once the App works.
        <div hidden={!mayBegin}>
          <InviteForm
            login={login}
            organization={organization}
            onHandOver={(wanted) => {
              send(wanted.flatMap(({ login: invitee }) => invitee ?? []));
              return Promise.resolve(true);
            }}
            draftKey={`invite-draft.${session.user.id}.${login.toLowerCase()}`}
            initial={putBack.map((invitee) => ({ login: invitee }))}
            area={area}
          />
        </div>
      )}
    </>
  );
}
