import { ChevronRightIcon } from '@primer/octicons-react';
import { useId, useState } from 'react';
import { compareMemberships } from './compare-memberships.ts';
import { briefOf } from './findings.ts';
import { useFirstViewerProfile } from './get-viewer-profile.ts';
import { LoginForm } from './login-form.tsx';
import { MembershipFindings, type MembershipFindingsProps } from './membership-findings.tsx';
import './missing-organizations.css';

interface MissingOrganizationsProps extends MembershipFindingsProps {
  readonly isAlwaysOpen?: boolean;
  readonly isListRead: boolean;
}

const TITLE = 'Missing an organization?';

/** Checks once the list is loaded and on every opening; failures show only when open. */
export function MissingOrganizations({ isAlwaysOpen = false, isListRead, ...findings }: MissingOrganizationsProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { data: answer, error } = useFirstViewerProfile(isListRead && !isAlwaysOpen);
  const titleId = useId();
  const brief =
    answer === undefined || error !== null
      ? null
      : briefOf(compareMemberships(findings.organizations, answer.data, answer.withheld));

  const content = (
    <div className="missing-organizations-content">
      <MembershipFindings {...findings} />
      <LoginForm />
    </div>
  );
  if (isAlwaysOpen) {
    return (
      <section className="missing-organizations" aria-labelledby={titleId}>
        <h2 className="missing-organizations-title" id={titleId}>
          {TITLE}
        </h2>
        {content}
      </section>
    );
  }
  return (
    <details className="missing-organizations" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className="missing-organizations-summary">
        <ChevronRightIcon />
        <h2 className="missing-organizations-title">{TITLE}</h2>
        {brief !== null && (
          <span className="missing-organizations-brief">
            {brief.short}
            <span className="missing-organizations-more">{brief.more}</span>
          </span>
        )}
      </summary>
      {isOpen && content}
    </details>
  );
}
