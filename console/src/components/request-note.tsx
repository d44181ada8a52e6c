import { Link, VisuallyHidden } from '@primer/react';
import { useCodeHost } from '../lib/address/code-host.ts';
import { requestWords, useInstallationRequests } from '../lib/app.ts';
import './request-note.css';

interface RequestNoteProps {
  readonly organizationId: number;
  readonly name: string;
  readonly className: string;
}

/** Renders nothing without a request. */
export function RequestNote({ organizationId, name, className }: RequestNoteProps) {
  const { name: codeHostName } = useCodeHost();
  const requests = useInstallationRequests(organizationId);
  const words = requestWords(requests);
  const [request] = requests;
  if (words === null || request === undefined) return null;
  const { approvalUrl, viewerCanApprove } = request;
  return (
    <span className={`request-note ${className}`}>
      {words}.{' '}
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
