import type { DismissedFinding } from '@orgdesk/client';
import { Button, VisuallyHidden } from '@primer/react';
import { useId, useState } from 'react';
import { FailureNotice } from '../../../../components/messages/failure-notice.tsx';
import { formatCount, formatDay } from '../../../../lib/words/reader-locale.ts';
import './dismissals.css';
import { useRestore } from './get-dismissed.ts';

interface DismissedListProps {
  readonly login: string;
  readonly finding: string;
  readonly dismissed: readonly DismissedFinding[];
  readonly onRestored: () => void;
}

export function DismissedList({ login, finding, dismissed, onRestored }: DismissedListProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const restore = useRestore(login);
  return (
    <div className="stack-12">
      <div>
        <Button size="small" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide dismissed' : 'Show dismissed'} ({formatCount(dismissed.length)})
          <VisuallyHidden> of {finding}</VisuallyHidden>
        </Button>
      </div>
      <ul className="dismissals-list" id={id} hidden={!isOpen}>
        {dismissed.map((one) => (
          <li className="dismissals-item" key={one.key}>
            <span className="dismissals-about">
              <strong>
                <bdi>{one.target.name}</bdi>
              </strong>{' '}
              <bdi>{one.reason}</bdi>
              <span className="dismissals-muted">
                Dismissed by <bdi>{one.dismissedBy.login}</bdi> until{' '}
                <time dateTime={one.until}>{formatDay(one.until)}</time>
              </span>
            </span>
            <Button
              size="small"
              inactive={restore.isPending}
              onClick={() => !restore.isPending && restore.mutate(one, { onSuccess: onRestored })}
            >
              Restore<VisuallyHidden> {one.target.name}</VisuallyHidden>
            </Button>
          </li>
        ))}
      </ul>
      {restore.error !== null && (
        <FailureNotice
          title="Couldn’t restore the finding"
          failure={restore.error}
          onRetry={() =>
            restore.variables !== undefined && restore.mutate(restore.variables, { onSuccess: onRestored })
          }
          isRetrying={restore.isPending}
        />
      )}
    </div>
  );
}
