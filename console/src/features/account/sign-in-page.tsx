import { LinkButton } from '@primer/react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Notice } from '../../components/messages/notice.tsx';
import { useCodeHost } from '../../lib/address/code-host.ts';
import { addressHere, signInHref } from '../../lib/address/sign-in-href.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { withoutAuthError } from './auth-error.tsx';
import type { SignedOutReason } from './get-session.ts';
import './account.css';

interface SignInPageProps {
  readonly because: SignedOutReason;
  readonly children?: ReactNode;
}

/** Signing in returns to the requested page. */
export function SignInPage({ because, children }: SignInPageProps) {
  const { name: host } = useCodeHost();
  const heading = useRef<HTMLHeadingElement>(null);
  usePageTitle('Sign in');

  useEffect(() => {
    // The focused element disappeared with the previous page.
    if (because !== 'visitor') heading.current?.focus();
  }, [because]);

  return (
    <div className="sign-in-page">
      <h1 className="sign-in-page-title" ref={heading} tabIndex={-1}>
        Sign in to orgdesk
      </h1>
      <ReasonNotice because={because} />
      <p className="sign-in-page-lead">
        Administer your organizations on {host}: invite people, review who has access, and see who changed what. You see
        only what your account may see, and every change is made in your name.
      </p>
      <LinkButton href={signInHref(withoutAuthError(addressHere()))} variant="primary" size="large" block>
        Sign in with {host}
      </LinkButton>
      <p className="sign-in-page-hint">orgdesk never sees your password.</p>
      <ul className="sign-in-page-features">
        {FEATURES.map(([name, text]) => (
          <li key={name}>
            <strong>{name}</strong> {text}
          </li>
        ))}
      </ul>
      {children}
    </div>
  );
}

const FEATURES = [
  ['Invitations', 'Up to 2,000 people from a list or spreadsheet, previewed before anything is sent.'],
  ['People', 'Roles, teams, and removal for many at once, with a preview of the effects.'],
  ['Access', 'What a person can access, who has access to a repository, and everything as one file.'],
  ['Access review', 'Missing two-factor authentication, owners, outside collaborators, and unused teams.'],
  ['Audit log', 'Every change made through orgdesk, and those made elsewhere.'],
] as const;

function ReasonNotice({ because }: Pick<SignInPageProps, 'because'>) {
  switch (because) {
    case 'visitor':
      return null;
    case 'left':
      return <Notice tone="success" role="status" title="You signed out." />;
    case 'session-ended':
      return (
        <Notice tone="warning" role="alert" title="Your session ended">
          <p>Sign in again to continue.</p>
        </Notice>
      );
  }
}
