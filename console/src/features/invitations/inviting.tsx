import { LinkButton } from '@primer/react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import { PageLinkButton } from '../../components/controls/page-link.tsx';
import { jobOf } from '../../components/jobs/change-job.ts';
import { jobAnchor, jobsQuery, updateCachedJob } from '../../components/jobs/get-jobs.ts';
import { Notice } from '../../components/messages/notice.tsx';
import { addressHere, signInHref } from '../../lib/address/sign-in-href.ts';
import { UNEXPECTED_RESPONSE } from '../../lib/failure-texts.ts';
import { formatMinuteBy } from '../../lib/reader-locale.ts';
import { clientOf, HttpFailure, hasStatus, isRefusal } from '../../lib/reading/http-client.ts';
import { useSignedIn } from '../../lib/reading/signed-in.ts';
import { readFromTab, removeFromTab, storeInTab } from '../../lib/storage.ts';
import { type HandOver, InviteForm } from './invite-form.tsx';
import { storedForm } from './stored-form.ts';

interface InvitingProps {
  readonly login: string;
  readonly organization: string;
  readonly mayBegin: boolean;
}

export function Inviting({ login, organization, mayBegin }: InvitingProps) {
  const { user } = useSignedIn();
  const form = useMemo(() => storedForm(user.id, login), [user.id, login]);
  const { handOver, failure, wasApproved, former, mayBeSent } = useHandOver(login, form.forgetDraft);
  const [initial] = useState(form.comingBack);
  const area = useRef<HTMLTextAreaElement>(null);

  useEffect(() => {
    // The form now holds these people.
    if (former !== 'unsure') form.cameBack();
  }, [former, form]);

  if (former === 'unsure') return <p role="status">Checking whether the last invitations were sent…</p>;
  return (
    <>
      {former === 'arrived' && <ArrivedNotice login={login} />}
      {failure !== null && <StartFailure login={login} failure={failure} wasApproved={wasApproved} />}
      {/* Hidden instead of unmounted to keep the draft. */}
      <div hidden={!mayBegin}>
        <InviteForm
          login={login}
          organization={organization}
          onHandOver={handOver}
          mayBeSent={mayBeSent}
          draftKey={form.draftKey}
          initial={initial}
          area={area}
        />
      </div>
    </>
  );
}

interface ArrivedNoticeProps {
  readonly login: string;
}

/** Confirms that an unanswered request did arrive. */
function ArrivedNotice({ login }: ArrivedNoticeProps) {
  return (
    <Notice tone="success" role="status" title="Invitations are being sent" action={<ToJobs login={login} />}>
      <p>They were submitted before you left the page, so the draft was cleared.</p>
    </Notice>
  );
}

interface StartFailureProps extends ArrivedNoticeProps {
  readonly failure: unknown;
  /** Whether the App was to continue, which needs a recent sign-in. */
  readonly wasApproved: boolean;
}

/** Reports that invitations were not accepted, or that this is unknown. The form keeps them. */
function StartFailure({ login, failure, wasApproved }: StartFailureProps) {
  const { status, message, retryAt } = failure instanceof HttpFailure ? failure : UNREADABLE;
  if (hasStatus(failure, 401) || (wasApproved && hasStatus(failure, 403))) {
    return (
      <Notice
        tone="warning"
        role="alert"
        title={status === 401 ? 'Your session ended. Nothing was sent' : 'Nothing was sent'}
        action={
          <LinkButton href={signInHref(addressHere())} variant="primary">
            Sign in again
          </LinkButton>
        }
      >
        <p>{message}</p>
        <p>Your draft is saved. Sign in again to return here.</p>
      </Notice>
    );
  }
  if (status === null || status >= 500) {
    return (
      <Notice tone="warning" role="alert" title="Couldn’t confirm that orgdesk received the invitations">
        <p>{message}</p>
        {retryAt !== null && <p>You can try again at {formatMinuteBy(retryAt, new Date())}.</p>}
        <p>It’s safe to send them again: no one is invited twice.</p>
      </Notice>
    );
  }
  return (
    <Notice tone="critical" role="alert" title="Nothing was sent" action={status === 409 && <ToJobs login={login} />}>
      <p>{message}</p>
      {retryAt !== null && <p>You can try again at {formatMinuteBy(retryAt, new Date())}.</p>}
    </Notice>
  );
}

const UNREADABLE = { status: null, message: UNEXPECTED_RESPONSE, retryAt: null } as const;

function ToJobs({ login }: ArrivedNoticeProps) {
  return (
    <PageLinkButton to="/organizations/$login/invitations/sending" params={{ login }}>
      View batches
    </PageLinkButton>
  );
}

/**
 * Sends confirmed invitations. Keeps the job key in this tab until an answer arrives, so that a retry cannot start a
 * second job.
 */
function useHandOver(login: string, forgetDraft: () => void) {
  const { id: sessionId, user } = useSignedIn();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const keptUnder = `invitation-start.${user.id}.${login.toLowerCase()}`;
  const [formerKey] = useState(() => parseKey(readFromTab(keptUnder)));
  // An earlier unanswered request: `unsure` until checked.
  const [former, setFormer] = useState<'none' | 'unsure' | 'arrived' | 'unreadable'>(
    formerKey === null ? 'none' : 'unsure',
  );
  const [failure, setFailure] = useState<unknown>(null);
  const [wasApproved, setWasApproved] = useState(false);
  const { data: jobs, error } = useQuery({ ...jobsQuery(login, 'invitations'), enabled: former === 'unsure' });
  const isLeft = useRef<boolean>(false);

  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
    };
  }, []);

  const handOver: HandOver = async (rows, title, approval) => {
    setFailure(null);
    setWasApproved(approval.continueAfterSignOut === true);
    const key = parseKey(readFromTab(keptUnder)) ?? crypto.randomUUID();
    storeInTab(keptUnder, key);
    try {
      const body = { key, ...(title === null ? {} : { title }), rows: [...rows], ...approval };
      const sent = { path: { login }, body };
      // The browser's cookie may belong to another person by now.
      const job = await jobOf((options) => clientOf(sessionId).startInvitationJob({ ...sent, ...options }));
      removeFromTab(keptUnder);
      updateCachedJob(queries, login, job);
      const to = { to: '/organizations/$login/invitations/sending', params: { login }, hash: jobAnchor(job) } as const;
      if (!isLeft.current) void navigate(to);
      return true;
    } catch (thrown) {
      if (isRefusal(thrown)) removeFromTab(keptUnder);
      setFailure(thrown);
      return false;
    }
  };

  useEffect(() => {
    if (former !== 'unsure' || (jobs === undefined && error === null)) return;
    const hasArrived = jobs?.some(({ key }) => key === formerKey) === true;
    if (hasArrived) {
      removeFromTab(keptUnder);
      forgetDraft();
    }
    setFormer(hasArrived ? 'arrived' : jobs === undefined ? 'unreadable' : 'none');
  }, [former, jobs, error, formerKey, keptUnder, forgetDraft]);

  const mayBeSent = former === 'unreadable' || (failure !== null && !isRefusal(failure));
  return { handOver, failure, wasApproved, former, mayBeSent };
}

const parseKey = (stored: unknown): string | null => (typeof stored === 'string' ? stored : null);
