import type { AccessCause, OrganizationAccessView } from '@orgdesk/client';
import { Link, LinkButton } from '@primer/react';
import { useId } from 'react';
import { PageLink, PageLinkButton } from '../../components/controls/page-link.tsx';
import { useCodeHost } from '../../lib/address/code-host.ts';
import { addressHere } from '../../lib/address/sign-in-href.ts';
import { type AccessSubject, causeTexts, type OfferedStep } from './cause-texts.ts';
import './access.css';

interface CauseBlockProps {
  readonly cause: AccessCause;
  readonly subject: AccessSubject;
  readonly role: OrganizationAccessView['role'] | null;
  readonly isMain?: boolean;
  readonly offered?: readonly OfferedStep[];
}

/** The recommended step comes first. */
export function CauseBlock({ cause, subject, role, isMain = false, offered = [] }: CauseBlockProps) {
  const id = useId();
  const {
    title,
    message,
    steps: all,
  } = causeTexts(cause, { subject, codeHost: useCodeHost(), role, here: addressHere() });
  const steps = all.filter(({ kind }) => kind === undefined || !offered.includes(kind));
  return (
    <div className="cause-block">
      <p className="cause-block-title" id={id}>
        {title}
      </p>
      <p>{message}</p>
      {steps.length > 0 && (
        <div className="cause-block-steps">
          {steps.map(({ name, href, isPage }, index) => {
            const buttonProps = {
              variant: isMain && index === 0 ? 'primary' : 'default',
              size: 'small',
              labelWrap: true,
              'aria-describedby': id,
            } as const;
            return isPage ? (
              <PageLinkButton key={name} to={href} {...buttonProps}>
                {name}
              </PageLinkButton>
            ) : (
              <LinkButton key={name} href={href} {...buttonProps}>
                {name}
              </LinkButton>
            );
          })}
        </div>
      )}
    </div>
  );
}

type CauseLineProps = Pick<Parameters<typeof CauseBlock>[0], 'cause' | 'subject' | 'role'>;

export function CauseLine({ cause, subject, role }: CauseLineProps) {
  const { title, steps } = causeTexts(cause, { subject, codeHost: useCodeHost(), role, here: addressHere() });
  return (
    <>
      <span className="cause-line-title" title={title}>
        {title}
      </span>{' '}
      {steps.map(({ name, href, isPage }) =>
        isPage ? (
          <PageLink key={name} to={href} inline>
            {name}
          </PageLink>
        ) : (
          <Link key={name} href={href} inline>
            {name}
          </Link>
        ),
      )}
    </>
  );
}
