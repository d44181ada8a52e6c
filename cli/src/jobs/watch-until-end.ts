import type { Job } from '../../../client/src/index.ts';
import { type Service, stopOf } from '../connection/failure.ts';
import { EXIT, Stop } from '../connection/stop.ts';
import { warn } from '../output/print.ts';
import { createProgress } from '../output/progress.ts';
import type { Context } from '../run-remote.ts';
import { countsOf, failuresIn, stateWords } from './job-words.ts';

interface Watched {
  readonly organization: string;
  readonly job: Pick<Job, 'id'>;
}

/** Shows the progress of a job until it ends. The job does not depend on whoever watches. */
export async function watchUntilEnd(context: Context, service: Service, { organization, job }: Watched): Promise<Job> {
  const again = `orgdesk jobs watch ${organization} ${job.id}`;
  context.whenInterrupted(`The job goes on. To watch it: ${again}`);
  const progress = createProgress();
  try {
    const path = { login: organization, id: job.id };
    for await (const outcome of service.client.watchJob({ path, signal: service.signal })) {
      if (outcome.error === undefined) {
        const { done, total } = outcome.data.job.progress;
        progress.show(
          done,
          total,
          [stateWords(outcome.data.job), countsOf(outcome.data.job)].filter(Boolean).join('; '),
        );
        if (outcome.data.job.endedAt !== null) return outcome.data.job;
      } else if (isFinal(outcome.status)) {
        const { message, exitCode } = await stopOf(service, outcome);
        const goesOn = exitCode === EXIT.signedOut ? ` The job may go on; afterwards: ${again}` : '';
        throw new Stop(`${message}${goesOn}`, exitCode);
      } else {
        warn(`${outcome.error} Trying again …`);
      }
    }
  } finally {
    progress.end();
  }
  throw new Stop(`The job can no longer be watched: ${again}`);
}

const isFinal = (status: number | null): boolean =>
  status !== null && status >= 400 && status < 500 && status !== 408 && status !== 429;

export function exitCodeOf(job: Job): number {
  if (job.state === 'cancelled') return EXIT.jobCancelled;
  if (job.state === 'failed') return EXIT.jobFailed;
  return failuresIn(job) > 0 || (job.file?.unseen ?? 0) > 0 ? EXIT.incomplete : 0;
}
