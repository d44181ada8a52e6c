import { ShieldLockIcon } from '@primer/octicons-react';
import { LinkButton } from '@primer/react';
import { EmptyState } from '../../components/empty-state.tsx';
import { organizationHref } from '../../lib/paths.ts';
import { InviteForm } from './invite-form.tsx';
import './invite-page.css';
import { InviteResults } from './invite-results.tsx';
import { isUnderWay } from './invite-run.ts';
import { InviteRunPanel } from './invite-run-panel.tsx';
import { useInviteRun } from './use-invite-run.ts';

interface InvitePageProps {
  readonly login: string;
  /** How the organization is called in sentences. */
  readonly organization: string;
  readonly userId: number;
  readonly mayInvite: boolean;
}

/** Invites many people into an organization; whoever may not, reads why. */
export function InvitePage({ login, organization, userId, mayInvite }: InvitePageProps) {
  if (!mayInvite) return <NotAdmin login={login} organization={organization} />;
  return <Invitations login={login} organization={organization} userId={userId} />;
}

function Invitations({ login, organization, userId }: Omit<InvitePageProps, 'mayInvite'>) {
  const { run, send, stop, leaveOut, clear } = useInviteRun(login, userId);
  return (
    <>
      {!isUnderWay(run) && run.waiting.length === 0 && <InviteForm organization={organization} onSend={send} />}
      {run.state !== 'idle' && <InviteRunPanel run={run} onStop={stop} onSend={send} onLeaveOut={leaveOut} />}
      {run.results.length > 0 && <InviteResults run={run} organization={login} onRetry={send} onClear={clear} />}
    </>
  );
}

function NotAdmin({ login, organization }: Pick<InvitePageProps, 'login' | 'organization'>) {
  return (
    <EmptyState
      icon={ShieldLockIcon}
      title="Only organization admins can send invitations"
      actions={<LinkButton href={organizationHref(login, 'people')}>See who is an admin</LinkButton>}
    >
      You are a member of {organization}. Ask one of its admins to invite people, or to make you an admin; if that
      happened after you signed in, sign out and in again.
    </EmptyState>
  );
}
