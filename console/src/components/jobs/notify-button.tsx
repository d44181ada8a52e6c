import type { Job } from '@orgdesk/client';
import { Button } from '@primer/react';
import { useState } from 'react';
import { allowNotifications, notificationState, stopNotifications } from '../../lib/notifications.ts';
import { useSignedIn } from '../../lib/reading/signed-in.ts';
import { isUnderWay } from './job-words.ts';

/** Renders nothing where the browser has no notifications, or for jobs that others run. */
export function NotifyButton({ job }: { readonly job: Job }) {
  const { user } = useSignedIn();
  const [state, setState] = useState(notificationState);
  const [wasAsked, setAsked] = useState(false);
  if (state === 'unavailable' || job.runBy !== user.login || !isUnderWay(job)) return null;
  if (state === 'blocked') {
    return wasAsked ? (
      <span className="job-by" role="status">
        This browser blocks notifications.
      </span>
    ) : null;
  }
  const press = async () => {
    setAsked(true);
    setState(state === 'on' ? stopNotifications() : await allowNotifications());
  };
  return (
    <Button aria-pressed={state === 'on'} onClick={() => void press()}>
      Notify me when it’s done
    </Button>
  );
}
