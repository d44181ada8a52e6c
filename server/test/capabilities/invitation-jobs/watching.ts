import type { InvitationJob } from '@orgdesk/contract';

/** One stream of events, as somebody reads it who wants to see everything. */
export interface Watched {
  readonly status: number;
  readonly headers: Headers;
  /** The jobs told so far. */
  readonly jobs: readonly InvitationJob[];
  readonly text: () => string;
  /** Resolves when the service has ended it: true, or false when the connection broke. */
  readonly ended: Promise<boolean>;
  readonly leave: () => void;
}

/** Opens the stream of a job. */
export async function watchJob(address: string, headers: Readonly<Record<string, string>>): Promise<Watched> {
  const leaving = new AbortController();
  const answer = await fetch(`${address}/events`, { headers, signal: leaving.signal });
  const jobs: InvitationJob[] = [];
  let text = '';
  const read = async (): Promise<boolean> => {
    const decoder = new TextDecoder();
    try {
      for await (const bytes of answer.body ?? []) {
        text += decoder.decode(bytes, { stream: true });
        const told = text
          .split('\n\n')
          .slice(0, -1)
          .filter((block) => block.startsWith('event: job\ndata: '));
        jobs.splice(0, jobs.length, ...told.map((block) => JSON.parse(block.replace(/^event: job\ndata: /, ''))));
      }
      return true;
    } catch {
      return false;
    }
  };
  return {
    status: answer.status,
    headers: answer.headers,
    jobs,
    text: () => text,
    ended: read(),
    leave: () => leaving.abort(),
  };
}
