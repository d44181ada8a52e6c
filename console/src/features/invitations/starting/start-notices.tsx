import { LinkButton } from '@primer/react';
import { PageLinkButton } from '../../../components/controls/page-link.tsx';
import { Notice } from '../../../components/messages/notice.tsx';
import { addressHere, signInHref } from '../../../lib/address/sign-in-href.ts';
import { HttpFailure, hasStatus } from '../../../lib/reading/http-client.ts';
import { UNEXPECTED_RESPONSE } from '../../../lib/words/failure-words.ts';
import { formatMinuteBy } from '../../../lib/words/reader-locale.ts';

interface ArrivedNoticeProps {
  readonly login: string;
}

/** Confirms that an unanswered request did arrive. */
export function ArrivedNotice({ login }: ArrivedNoticeProps) {
  return (
    <Notice tone="success" role="status" title="Invitations are being sent" action={<ToJobs login={login} />}>
      <p>They were submitted before you left the page, so the draft was cleared.</p>
    </Notice>
  );
}

interface StartFailureProps extends ArrivedNoticeProps {
  readonly failure: unknown;
}

/** Reports that invitations were not accepted, or that this is unknown. The form keeps them. */
export function StartFailure({ login, failure }: StartFailureProps) {
  const { status, message, retryAt } = failure instanceof HttpFailure ? failure : UNREADABLE;
  if (hasStatus(failure, 401)) {
    return (
      <Notice
        tone="warning"
        role="alert"
        title="Your session ended. Nothing was sent"
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
