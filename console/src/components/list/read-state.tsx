import { SkeletonBox, VisuallyHidden } from '@primer/react';
import type { ReactNode, RefObject } from 'react';
import { OUTDATED_LIST } from '../../lib/failure-texts.ts';
import { FailureNotice } from '../messages/failure-notice.tsx';
import './list-table.css';

export interface Reading {
  readonly data: unknown;
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

interface ReadStateProps {
  readonly reading: Reading;
  readonly failed: string;
  readonly outdated?: string;
  readonly focus?: RefObject<HTMLElement | null>;
  /** Announced while nothing was read yet. */
  readonly loading?: string;
  readonly rows?: number;
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

interface RowsSkeletonProps {
  readonly rows: number;
}

export function RowsSkeleton({ rows }: RowsSkeletonProps) {
  return (
    <div className="data-table-frame" aria-hidden="true">
      {Array.from({ length: rows }, (_, row) => `row-${row}`).map((key) => (
        <div className="data-table-skeleton-row" key={key}>
          <SkeletonBox height="2rem" width="2rem" />
          <SkeletonBox height="1rem" width="10rem" />
        </div>
      ))}
    </div>
  );
}
