import type { WithheldData } from '@orgdesk/client';
import { LinkButton } from '@primer/react';
import { Notice } from '../../components/notice.tsx';
import { singleSignOnHref } from '../../lib/paths.ts';
import type { Subject } from './subject.ts';
import { causeOf, sentencesOf, type WithheldCause } from './withheld.ts';

const SENTENCES_MAX = 3;

interface WithheldNoticeProps {
  readonly subject: Subject;
  readonly withheld: readonly WithheldData[];
  /** What is missing, as in "the people". */
  readonly what: string;
  /** Whether a part of it is shown nevertheless. */
  readonly isPartial: boolean;
}

/** Says that the code host withheld something, in its words, and what would change that. Nothing when it gave all. */
export function WithheldNotice({ subject, withheld, what, isPartial }: WithheldNoticeProps) {
  if (withheld.length === 0) return null;
  const { login, name, app, codeHostName, codeHostUrl } = subject;
  const cause = causeOf(withheld);
  // That the App is not there, the page says once for all its tabs.
  if (cause === 'not-allowed' && app !== 'installed' && !isPartial) return null;
  return (
    <Notice
      tone="warning"
      role="status"
      title={
        cause === 'single-sign-on'
          ? `${name} is protected by single sign-on`
          : `${codeHostName.replace(/^t/, 'T')} shows ${isPartial ? 'only a part of' : 'nothing of'} ${what}`
      }
      action={
        cause === 'single-sign-on' && codeHostUrl !== null ? (
          <LinkButton href={singleSignOnHref(codeHostUrl, login)}>Authorize at {codeHostName}</LinkButton>
        ) : undefined
      }
    >
      {sentencesOf(withheld)
        .slice(0, SENTENCES_MAX)
        .map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      <p>{adviceFor(cause)}</p>
    </Notice>
  );
}

function adviceFor(cause: WithheldCause): string {
  switch (cause) {
    case 'single-sign-on':
      return 'Authorize there, then sign out of orgdesk and in again.';
    case 'not-allowed':
      return 'An owner may have to accept new permissions of the App at the code host.';
    case 'not-found':
      return 'It may have been renamed or removed, or you may not be allowed to see it.';
    case 'other':
      return 'Trying again later may help.';
  }
}
