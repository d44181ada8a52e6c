import { LinkButton } from '@primer/react';
import { PageLinkButton } from '../../../components/controls/page-link.tsx';
import { Notice } from '../../../components/messages/notice.tsx';
import { addressHere, signInHref } from '../../../lib/address/paths.ts';
import { HttpFailure, hasStatus } from '../../../lib/reading/http-client.ts';
import { formatMinuteBy } from '../../../lib/words/reader-locale.ts';

interface ArrivedNoticeProps {
  readonly login: string;
}

/** Says that an unanswered request did arrive. */
export function ArrivedNotice({ login }: ArrivedNoticeProps) {
  return (
    <Notice tone="success" role="status" title="The invitations are being sent" action={<ToJobs login={login} />}>
      <p>The page was left before it heard so. What was written here went with them.</p>
    </Notice>
  );
}

interface StartFailureProps extends ArrivedNoticeProps {
  readonly failure: unknown;
}

/** Says that invitations were not accepted, or that this is unknown. The form keeps them. */
export function StartFailure({ login, failure }: StartFailureProps) {
  const { status, message, retryAt } = failure instanceof HttpFailure ? failure : UNREADABLE;
  if (hasStatus(failure, 401)) {
    return (
      <Notice
        tone="warning"
        role="alert"
        title="Nothing was sent: your session ended"
        action={
          <LinkButton href={signInHref(addressHere())} variant="primary">
            Sign in again
          </LinkButton>
        }
      >
        <p>{message}</p>
        <p>What is written below is kept. After signing in you are back here.</p>
      </Notice>
    );
  }
  if (status === null || status >= 500) {
    return (
      <Notice tone="warning" role="alert" title="It is not known whether the service took the invitations">
        <p>{message}</p>
        {retryAt !== null && <p>You can try again at {formatMinuteBy(retryAt, new Date())}.</p>}
        <p>Send them again: if it took them, nobody is invited twice.</p>
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

const UNREADABLE = { status: null, message: 'The answer could not be understood.', retryAt: null } as const;

function ToJobs({ login }: ArrivedNoticeProps) {
  return (
    <PageLinkButton to="/organizations/$login/invitations/sending" params={{ login }}>
      See what is being sent
    </PageLinkButton>
  );
}
