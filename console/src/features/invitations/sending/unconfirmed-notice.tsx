import { Button, LinkButton } from '@primer/react';
import { Notice } from '../../../components/messages/notice.tsx';
import { useCodeHost } from '../../../lib/code-host.ts';
import { pendingInvitationsHref } from '../../../lib/paths.ts';
import { counted } from '../../../lib/reader-locale.ts';
import '../runs/run-frame.css';

interface UnconfirmedNoticeProps {
  /** Who may be invited by now, at least one. */
  readonly logins: readonly string[];
  /** Login of the organization. */
  readonly organization: string;
  /** Null while something else has to be decided first. */
  readonly onSend: ((logins: readonly string[]) => void) | null;
}

/** Says whose invitation may have arrived, and where that can be seen. Nothing is sent again by itself: it is a mail. */
export function UnconfirmedNotice({ logins, organization, onSend }: UnconfirmedNoticeProps) {
  const { name: codeHostName, url: codeHostUrl } = useCodeHost();
  return (
    <Notice
      tone="warning"
      role="status"
      title={`${counted(logins.length, 'invitation is', 'invitations are')} not confirmed`}
      action={
        <span className="run-frame-actions">
          {codeHostUrl !== null && (
            <LinkButton href={pendingInvitationsHref(codeHostUrl, organization)} labelWrap>
              See who is invited
            </LinkButton>
          )}
          {onSend !== null && <Button onClick={() => onSend(logins)}>Send again</Button>}
        </span>
      }
    >
      <p>
        The code host was asked to send {logins.length === 1 ? 'it' : 'them'} and gave no usable answer, so that{' '}
        {logins.length === 1 ? 'it' : 'they'} may have arrived. Check at {codeHostName} who is invited before you send
        again.
      </p>
    </Notice>
  );
}
