import { VisuallyHidden } from '@primer/react';
import type { ReactNode, RefObject } from 'react';
import { OUTDATED_LIST } from '../../lib/words/failure-words.ts';
import { FailureNotice } from '../messages/failure-notice.tsx';
import { RowsSkeleton } from './rows-skeleton.tsx';

export interface Reading {
  /** Undefined until something was read. */
  readonly data: unknown;
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

interface ReadStateProps {
  readonly reading: Reading;
  /** Title of the failure if nothing was read. */
  readonly failed: string;
  /** Title of the failure if older or partial data shows. */
  readonly outdated?: string;
  /** Receives the focus on a retry, because the pressed button disappears. */
  readonly focus?: RefObject<HTMLElement | null>;
  /** Announced while nothing was read yet. */
  readonly loading?: string;
  /** Rows of the skeleton; none without. */
  readonly rows?: number;
  /** Shown above the skeleton. */
  readonly children?: ReactNode;
}

export function ReadState(props: ReadStateProps) {
  const { reading, failed, outdated = OUTDATED_LIST, focus, loading, rows, children } = props;
  const { data, error, isFetching, refetch } = reading;
  const isMissing = data === undefined;
  if (error !== null) {
    return (
      <FailureNotice
        title={isMissing ? failed : outdated}
        failure={error}
        onRetry={() => {
          focus?.current?.focus();
          void refetch();
        }}
        isRetrying={isFetching}
        tone={isMissing ? 'critical' : 'warning'}
      />
    );
  }
  if (!isMissing) return null;
  return (
    <>
      {loading !== undefined && <VisuallyHidden role="status">{loading}</VisuallyHidden>}
      {children}
      {rows !== undefined && <RowsSkeleton rows={rows} />}
    </>
  );
}
