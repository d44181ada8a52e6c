import type { Job, Outcome } from '../../../client/src/index.ts';
import { type Service, stopOf } from '../connection/failure.ts';
import { Stop } from '../connection/stop.ts';
import type { Context } from '../run-remote.ts';

/** Starts a job. `again` says how to go on when it is not known whether the service did. */
export async function startJob(
  { whenInterrupted }: Pick<Context, 'whenInterrupted'>,
  service: Service,
  answer: Promise<Outcome<{ readonly job: Job }>>,
  again: string,
): Promise<Job> {
  const unknown = `It is not known whether the job was started. ${again}`;
  whenInterrupted(unknown);
  const started = await answer;
  if (started.error === undefined) return started.data.job;
  const { message, exitCode } = await stopOf(service, started);
  const isUnknown = started.status === null || started.status >= 500 || started.status < 400;
  throw new Stop(isUnknown ? `${message} ${unknown}` : message, exitCode);
}

/** For jobs that nothing keeps from being started twice. */
export const toSeeJobs = (organization: string): string =>
  `Before you run this again, see orgdesk jobs list ${organization}.`;
