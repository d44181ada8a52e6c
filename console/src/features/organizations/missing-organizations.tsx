import { ChevronRightIcon } from '@primer/octicons-react';
import { useId, useState } from 'react';
import { LoginForm } from './login-form.tsx';
import { MembershipFindings, type MembershipFindingsProps } from './membership-findings.tsx';
import './missing-organizations.css';

interface MissingOrganizationsProps extends MembershipFindingsProps {
  /** Opened from the start and without a way to close it, where the list has nothing else to say. */
  readonly isAlwaysOpen?: boolean;
}

const TITLE = 'Missing an organization?';

/** What is known about organizations that the list does not show. The code host is asked when it is opened. */
export function MissingOrganizations({ isAlwaysOpen = false, ...findings }: MissingOrganizationsProps) {
  const [isOpen, setIsOpen] = useState(false);
  const titleId = useId();

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
      </summary>
      {isOpen && content}
    </details>
  );
}
