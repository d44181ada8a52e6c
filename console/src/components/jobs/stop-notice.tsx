import type { Job } from '@orgdesk/client';
import { LinkButton } from '@primer/react';
import { useCodeHost } from '../../lib/address/code-host.ts';
import { billingHref } from '../../lib/address/paths.ts';
import { addressHere, signInHref } from '../../lib/address/sign-in-href.ts';
import { useSignedIn } from '../../lib/reading/signed-in.ts';
import { atSentenceStart } from '../../lib/words/sentence-start.ts';
import { Notice } from '../messages/notice.tsx';
import type { JobKindWords } from './job-kind.ts';
import { REASONS, untilWords } from './job-words.ts';

interface StopNoticeProps {
  readonly login: string;
  readonly job: Job;
  readonly words: JobKindWords;
  readonly now: Date;
}

/** Renders nothing unless the job is limited or failed. */
export function StopNotice({ login, job, words: { noun, task, left }, now }: StopNoticeProps) {
  const { url: codeHostUrl, name: codeHost } = useCodeHost();
  const isOwn = job.runBy === useSignedIn().user.login;
  if (job.reason === null || (job.state !== 'limited' && job.state !== 'failed')) return null;
  const { why, next } = REASONS[job.reason];
  const resumesAt = untilWords(job, now);
  const isWaiting = job.state === 'limited';
  const rest = left(job);
  return (
    <Notice
      tone="warning"
      title={`${isWaiting ? 'Waiting' : 'Stopped'}${rest === null ? '' : `. ${rest}`}`}
      action={
        job.reason === 'no-seat' && codeHostUrl !== null ? (
          <LinkButton href={billingHref(codeHostUrl, login)}>Organization billing</LinkButton>
        ) : job.reason === 'token-rejected' && isOwn ? (
          <LinkButton href={signInHref(addressHere())}>Sign in again</LinkButton>
        ) : undefined
      }
    >
      <p>{why({ runner: job.runBy, codeHost: atSentenceStart(codeHost), task })}</p>
      {job.words !== null && (
        <p>
          {atSentenceStart(codeHost)} responded: “{job.words}”
        </p>
      )}
      <p>
        {isWaiting
          ? `Resumes automatically${resumesAt === null ? '' : ` at ${resumesAt}`}.`
          : (next ?? `Any owner can take over the ${noun.one} and continue it under their name.`)}
      </p>
    </Notice>
  );
}
