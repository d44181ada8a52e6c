import type { AccessCause, OrganizationAccessView } from '@orgdesk/client';
import { LinkButton } from '@primer/react';
import { useId } from 'react';
import { addressHere } from '../../lib/paths.ts';
import type { AccessSubject } from './access-subject.ts';
import './cause-block.css';
import { wordsOf } from './cause-words.ts';

interface CauseBlockProps {
  readonly cause: AccessCause;
  readonly subject: AccessSubject;
  /** Null when the code host was not asked yet. */
  readonly role: OrganizationAccessView['role'] | null;
}

/** A cause in words, with the links that mend it, the one to begin with first. */
export function CauseBlock({ cause, subject, role }: CauseBlockProps) {
  const id = useId();
  const { title, sentence, steps } = wordsOf(cause, { subject, role, here: addressHere() });
  return (
    <div className="cause-block">
      <p className="cause-block-title" id={id}>
        {title}
      </p>
      <p>{sentence}</p>
      {steps.length > 0 && (
        <div className="cause-block-steps">
          {steps.map(({ name, href }) => (
            <LinkButton key={name} href={href} size="small" labelWrap aria-describedby={id}>
              {name}
            </LinkButton>
          ))}
        </div>
      )}
    </div>
  );
}
