import type { AccessCause, OrganizationAccessView } from '@orgdesk/client';
import { LinkButton } from '@primer/react';
import { useId } from 'react';
import { PageLinkButton } from '../../components/controls/page-link.tsx';
import { useCodeHost } from '../../lib/address/code-host.ts';
import { addressHere } from '../../lib/address/paths.ts';
import type { AccessSubject } from './access-subject.ts';
import './cause-block.css';
import { type OfferedStep, wordsOf } from './cause-words.ts';

interface CauseBlockProps {
  readonly cause: AccessCause;
  readonly subject: AccessSubject;
  /** Null when the code host was not asked yet. */
  readonly role: OrganizationAccessView['role'] | null;
  /** Whether its first step is the one to begin with on the whole page. */
  readonly isMain?: boolean;
  /** Steps that stand elsewhere on the page. */
  readonly offered?: readonly OfferedStep[];
}

/** A cause in words, with the links that mend it, the one to begin with first. */
export function CauseBlock({ cause, subject, role, isMain = false, offered = [] }: CauseBlockProps) {
  const id = useId();
  const {
    title,
    sentence,
    steps: all,
  } = wordsOf(cause, { subject, codeHost: useCodeHost(), role, here: addressHere() });
  const steps = all.filter(({ kind }) => kind === undefined || !offered.includes(kind));
  return (
    <div className="cause-block">
      <p className="cause-block-title" id={id}>
        {title}
      </p>
      <p>{sentence}</p>
      {steps.length > 0 && (
        <div className="cause-block-steps">
          {steps.map(({ name, href, isPage }, index) => {
            const look = {
              variant: isMain && index === 0 ? 'primary' : 'default',
              size: 'small',
              labelWrap: true,
              'aria-describedby': id,
            } as const;
            return isPage ? (
              <PageLinkButton key={name} to={href} {...look}>
                {name}
              </PageLinkButton>
            ) : (
              <LinkButton key={name} href={href} {...look}>
                {name}
              </LinkButton>
            );
          })}
        </div>
      )}
    </div>
  );
}
