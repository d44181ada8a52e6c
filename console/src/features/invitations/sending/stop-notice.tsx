import type { InvitationJob } from '@orgdesk/client';
import { LinkButton } from '@primer/react';
import { useMemo } from 'react';
import { Notice } from '../../../components/messages/notice.tsx';
import { useCodeHost } from '../../../lib/address/code-host.ts';
import { addressHere, billingHref, signInHref } from '../../../lib/address/paths.ts';
import { useSignedIn } from '../../../lib/reading/signed-in.ts';
import { counted, formatMinuteBy } from '../../../lib/words/reader-locale.ts';
import { jobVerb, STOP_WORDS } from './job-words.ts';

interface StopNoticeProps {
  readonly login: string;
  readonly job: InvitationJob;
  readonly stop: NonNullable<InvitationJob['stop']>;
}

export function StopNotice({ login, job, stop: { reason, words, until } }: StopNoticeProps) {
  const { url: codeHostUrl } = useCodeHost();
  const { user } = useSignedIn();
  const resumesAt = useMemo(() => (until === null ? null : formatMinuteBy(new Date(until), new Date())), [until]);
  const { why, next } = STOP_WORDS[reason];
  const left = job.counts.ready + job.counts.sending;
  const isOwn = job.runBy === user.login;
  return (
    <Notice
      tone="warning"
      title={`Stopped. ${counted(left, 'person', 'people')} not ${jobVerb(job)} yet`}
      action={
        reason === 'no-seat' && codeHostUrl !== null ? (
          <LinkButton href={billingHref(codeHostUrl, login)}>Organization billing</LinkButton>
        ) : reason === 'token-rejected' && isOwn ? (
          <LinkButton href={signInHref(addressHere())}>Sign in again</LinkButton>
        ) : undefined
      }
    >
      <p>{why(job.runBy)}</p>
      {words !== null && <p>GitHub responded: “{words}”</p>}
      <p>{resumesAt === null ? next : `Resumes automatically at ${resumesAt}.`}</p>
    </Notice>
  );
}
