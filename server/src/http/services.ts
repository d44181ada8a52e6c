import type { Downloads } from './server/downloads.ts';
import type { OpenStreams } from './streams/open-streams.ts';
import type { Watching } from './streams/watching.ts';

export interface Http {
  /** Aborted at the stop signal, so that clients of streams turn to another instance. */
  readonly streamsStopping: AbortSignal;
  readonly openLists: OpenStreams;
  readonly downloads: Downloads;
  readonly watching: Watching;
}
