import type { OrganizationMembershipView } from '@orgdesk/client';
import { LinkButton, SkeletonBox, VisuallyHidden } from '@primer/react';
import { useRef } from 'react';
import { FailureNotice } from '../../../components/messages/failure-notice.tsx';
import { useCodeHost } from '../../../lib/address/code-host.ts';
import { addressHere, signInHref } from '../../../lib/address/sign-in-href.ts';
import { compareMemberships } from './compare-memberships.ts';
import { findingsOf } from './findings.ts';
import { useViewerProfile } from './get-viewer-profile.ts';
import './membership-findings.css';

export interface MembershipFindingsProps {
  readonly organizations: readonly OrganizationMembershipView[];
  readonly hasSteps?: boolean;
}

export function MembershipFindings({ organizations, hasSteps = true }: MembershipFindingsProps) {
  const { name: codeHostName, url: codeHostUrl } = useCodeHost();
  const part = useRef<HTMLDivElement>(null);
  const { data: answer, error, isFetching, refetch } = useViewerProfile();

  const retry = () => {
    // The pressed button disappears.
    part.current?.focus();
    void refetch();
  };

  return (
    <div className="stack-16 membership-findings" ref={part} tabIndex={-1}>
      {error !== null && (
        <FailureNotice
          title="Couldn’t check for missing organizations"
          failure={error}
          onRetry={retry}
          isRetrying={isFetching}
        />
      )}
      <div role="status">
        {answer === undefined && error === null && (
          <div className="membership-findings-wait">
            <VisuallyHidden>Checking {codeHostName}</VisuallyHidden>
            <SkeletonBox height="1.25rem" width="min(24rem, 100%)" />
            <SkeletonBox height="1.25rem" width="min(32rem, 100%)" />
          </div>
        )}
        {answer !== undefined && error === null && (
          <ul className="membership-findings-list">
            {findingsOf(compareMemberships(organizations, answer.data, answer.withheld), {
              listed: organizations.length,
              codeHostName,
            }).map(({ Icon, title, advice }) => (
              <li className="membership-finding" key={title}>
                <Icon />
                <div>
                  <p className="membership-finding-title">{title}</p>
                  <p className="membership-finding-advice">{advice}</p>
                </div>
              </li>
            ))}
          </ul>
        )}
      </div>
      {hasSteps && (
        <div className="row-8">
          <LinkButton href={signInHref(addressHere())}>Sign in again</LinkButton>
          {codeHostUrl !== null && <LinkButton href={codeHostUrl}>Open {codeHostName}</LinkButton>}
        </div>
      )}
    </div>
  );
}
