import { Link } from '@primer/react';
import { PageLink } from '../../components/controls/page-link.tsx';
import { useCodeHost } from '../../lib/address/code-host.ts';
import { addressHere } from '../../lib/address/sign-in-href.ts';
import type { CauseBlock } from './cause-block.tsx';
import './cause-line.css';
import { wordsOf } from './cause-words.ts';

type CauseLineProps = Pick<Parameters<typeof CauseBlock>[0], 'cause' | 'subject' | 'role'>;

export function CauseLine({ cause, subject, role }: CauseLineProps) {
  const { title, steps } = wordsOf(cause, { subject, codeHost: useCodeHost(), role, here: addressHere() });
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
