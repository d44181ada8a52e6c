import type { RunFailureReason } from '@orgdesk/client';
import type { OrganizationFailure } from '@orgdesk/contract/people/across/list-across';
import type { ComponentType } from 'react';
import type { UnreadProps } from '../across/organization-lines.tsx';
import { reasonOf } from './runs.ts';

interface FailureCauseProps {
  readonly organization: UnreadProps['organization'];
  readonly failure: Omit<OrganizationFailure, 'reason'> & { readonly reason: RunFailureReason | 'no-team' };
  /** Explains why an organization could not be read, with the step that helps. */
  readonly Unread: ComponentType<UnreadProps>;
}

export function FailureCause({ organization, failure, Unread }: FailureCauseProps) {
  const text = reasonOf(failure.reason);
  if (text === null) {
    return <Unread organization={organization} failure={failure as OrganizationFailure} />;
  }
  return <span>{failure.message ?? text}</span>;
}
