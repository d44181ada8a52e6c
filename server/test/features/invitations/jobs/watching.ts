import type { Job } from '@orgdesk/contract';
import { watchEvents } from '../../../support/event-streams.ts';

export type Watched = Awaited<ReturnType<typeof watchJob>>;

/** Opens the stream of a job. */
export async function watchJob(address: string, headers: Readonly<Record<string, string>>) {
  const { events, ...stream } = await watchEvents<Job>(`${address}/events`, 'job', headers);
  return { ...stream, jobs: events };
}
