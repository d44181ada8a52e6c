import type { OrganizationMembershipView } from '@orgdesk/client';
import { LOGIN_MAX_CHARACTERS } from '@orgdesk/contract/limits';
import { ChevronRightIcon } from '@primer/octicons-react';
import { Button, LinkButton, SkeletonBox, VisuallyHidden } from '@primer/react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type SubmitEvent, useId, useRef, useState } from 'react';
import { TextField } from '../../components/controls/text-field.tsx';
import { FailureNotice } from '../../components/messages/failure-notice.tsx';
import { useCodeHost } from '../../lib/address/code-host.ts';
import { addressHere, signInHref } from '../../lib/address/sign-in-href.ts';
import { answerOf, client } from '../../lib/reading/http-client.ts';
import { personalKey } from '../../lib/reading/query-client.ts';
import { briefOf, compareMemberships, findingsOf } from './membership-findings.ts';
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

interface MembershipFindingsProps {
  readonly organizations: readonly OrganizationMembershipView[];
  readonly hasSteps?: boolean;
}

function MembershipFindings({ organizations, hasSteps = true }: MembershipFindingsProps) {
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

/** Anything else would lead to another page or none. */
const LOGIN = /^[a-z0-9][a-z0-9_-]*$/i;

/** Opens an organization's page, which explains why it is not shown. */
function LoginForm() {
  const [typed, setTyped] = useState('');
  const [isRefused, setIsRefused] = useState(false);
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const id = useId();

  const open = (event: SubmitEvent) => {
    event.preventDefault();
    const login = typed.trim().replace(/^@/, '');
    if (login.length <= LOGIN_MAX_CHARACTERS && LOGIN.test(login))
      return void navigate({ to: '/organizations/$login', params: { login } });
    setIsRefused(true);
    input.current?.focus();
  };

  return (
    <form className="login-form" onSubmit={open} noValidate>
      <label className="login-form-label" htmlFor={id}>
        Organization name
      </label>
      <div className="row-8">
        <TextField
          ref={input}
          id={id}
          className="login-form-field"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          value={typed}
          aria-invalid={isRefused}
          aria-describedby={`${id}-hint`}
          onChange={(event) => {
            setTyped(event.target.value);
            setIsRefused(false);
          }}
        />
        <Button type="submit">Find out why</Button>
      </div>
      <p
        className={isRefused ? 'login-form-problem' : 'login-form-hint'}
        id={`${id}-hint`}
        role={isRefused ? 'alert' : undefined}
      >
        {isRefused ? 'Use only letters, digits, and hyphens.' : 'The name in its URL, such as “acme”.'}
      </p>
    </form>
  );
}

const viewerProfile = queryOptions({
  queryKey: personalKey('viewer-profile'),
  queryFn: ({ signal }) => answerOf((options) => client.query('ViewerProfile', {}, options), { signal }),
  staleTime: 0,
});

/** Reads the current profile with the first 100 organizations. Refetched on every mount. */
const useViewerProfile = () => useQuery(viewerProfile);

const useFirstViewerProfile = (isDue: boolean) =>
  useQuery({ ...viewerProfile, enabled: isDue, refetchOnWindowFocus: false });
