import type { Job } from '@orgdesk/client';
import { Label } from '@primer/react';
import { headOf } from './get-jobs.ts';
import './job-panel.css';
import type { JobKindWords } from './job-kind.ts';
import { shortWords, stateWords } from './job-words.ts';

interface JobLabelProps {
  readonly jobs: readonly Job[];
  readonly words: JobKindWords;
}

/** Shows the state of the oldest unfinished job. */
export function JobLabel({ jobs, words }: JobLabelProps) {
  const head = headOf(jobs);
  if (head === null) return null;
  const now = new Date();
  return (
    <Label className="job-label" variant={stateWords(head, words, now).variant}>
      {shortWords(head, words, now)}
    </Label>
  );
}
