import { Label, Link, VisuallyHidden } from '@primer/react';
import { useCodeHost } from '../lib/address/code-host.ts';
import { requestText, useInstallationRequests } from '../lib/app.ts';
import { formatDay } from '../lib/reader-locale.ts';
import './app-notes.css';

interface SinceLabelProps {
  readonly variant: 'attention' | 'secondary' | 'success';
  readonly children: string;
  readonly since: string;
}

export function SinceLabel({ variant, children, since }: SinceLabelProps) {
  const day = formatDay(since);
  return (
    <span className="since-label">
      <Label variant={variant}>{children}</Label>
      {day !== null && (
        <span className="since-label-day">
          since <time dateTime={since}>{day}</time>
        </span>
      )}
    </span>
  );
}

interface RequestNoteProps {
  readonly organizationId: number;
  readonly name: string;
  readonly className: string;
}

/** Renders nothing without a request. */
export function RequestNote({ organizationId, name, className }: RequestNoteProps) {
  const { name: codeHostName } = useCodeHost();
  const requests = useInstallationRequests(organizationId);
  const text = requestText(requests);
  const [request] = requests;
  if (text === null || request === undefined) return null;
  const { approvalUrl, viewerCanApprove } = request;
  return (
    <span className={`request-note ${className}`}>
      {text}.{' '}
      {viewerCanApprove ? (
        <Link href={approvalUrl} inline>
          Review on {codeHostName}
          <VisuallyHidden>: App requests for {name}</VisuallyHidden>
        </Link>
      ) : (
        <>
          An owner can approve the request{' '}
          <Link href={approvalUrl} inline>
            on {codeHostName}
            <VisuallyHidden> in the settings of {name}</VisuallyHidden>
          </Link>
          .
        </>
      )}
    </span>
  );
}
