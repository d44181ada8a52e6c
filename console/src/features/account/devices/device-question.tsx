import type { DeviceRequest } from '@orgdesk/client';
import { Button } from '@primer/react';
import { useEffect, useId, useRef } from 'react';
import { Notice } from '../../../components/messages/notice.tsx';
import { useCodeHost } from '../../../lib/address/code-host.ts';
import { useSignedIn } from '../../../lib/reading/signed-in.ts';
import { formatMinute } from '../../../lib/words/reader-locale.ts';
import './device-question.css';

interface DeviceQuestionProps {
  readonly request: DeviceRequest;
  readonly isLeaving: boolean;
  readonly isBusy: boolean;
  readonly onApprove: () => void;
  readonly onDeny: () => void;
}

export function DeviceQuestion({ request, isLeaving, isBusy, onApprove, onDeny }: DeviceQuestionProps) {
  const { clientName, address, requestedAt } = request;
  const { name: codeHost } = useCodeHost();
  const { user } = useSignedIn();
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();

  useEffect(() => heading.current?.focus(), []);

  return (
    <section className="stack-16" aria-labelledby={id}>
      <h2 className="device-question-title" id={id} ref={heading} tabIndex={-1}>
        Sign in this program as {user.login}?
      </h2>
      <dl className="device-question-facts">
        <dt>Program</dt>
        <dd>“{clientName}”, as it calls itself</dd>
        <dt>Requested from</dt>
        <dd>{address}</dd>
        <dt>Requested at</dt>
        <dd>
          <time dateTime={requestedAt}>{formatMinute(requestedAt)}</time>
        </dd>
        <dt>Access</dt>
        <dd>Everything you can see and do in orgdesk, for up to 24 hours</dd>
      </dl>
      <Notice tone="warning" title="Approve only if you started this program yourself">
        <p>If someone sent you the code, deny the request. Otherwise they get your access.</p>
      </Notice>
      <p>After you approve, you continue on {codeHost}, and then come back here.</p>
      <div className="row-8">
        <Button variant="primary" inactive={isBusy} onClick={onApprove}>
          {isLeaving ? 'Approving…' : 'Approve'}
        </Button>
        <Button inactive={isBusy} onClick={onDeny}>
          Deny
        </Button>
      </div>
    </section>
  );
}
