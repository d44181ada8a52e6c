import { matches, type RequestMatch, type SeenRequest } from './request-match.ts';

/** One request as the log keeps it. Times are positions in one sequence of starts and ends, not clock readings. */
export interface LoggedRequest extends SeenRequest {
  readonly query: Readonly<Record<string, string>>;
  /** Null while unanswered, and for good when the connection went away first. */
  readonly status: number | null;
  readonly startedAt: number;
  /** Null while under way. */
  readonly endedAt: number | null;
  /** Requests under way when this one started, itself included. */
  readonly concurrency: number;
}

/** A request being logged. */
export type LogEntry = ReturnType<RequestLog['start']>;

/** The requests a simulator has received, without their secrets. */
export type RequestLog = ReturnType<typeof createRequestLog>;

/** A simulator left running for days must not fill its memory; no test comes near this. */
const ENTRIES_MAX = 100_000;

/** An empty log. */
export function createRequestLog() {
  let entries: LoggedRequest[] = [];
  let sequence = 0;
  let inFlight = 0;
  const select = (match: RequestMatch = {}): readonly LoggedRequest[] =>
    entries.filter((entry) => matches(match, entry));

  const figures = {
    /** Oldest first. */
    requests: select,
    count: (match?: RequestMatch): number => select(match).length,
    /** The most requests of this kind that were under way at once. */
    maxInFlight(match?: RequestMatch): number {
      let [now, most] = [0, 0];
      for (const { opens } of boundaries(select(match))) {
        now += opens ? 1 : -1;
        most = Math.max(most, now);
      }
      return most;
    },
    /**
     * The number of sequential rounds: the length of the longest chain of requests in which each
     * started after the one before it had ended.
     */
    rounds(match?: RequestMatch): number {
      const depths = new Map<LoggedRequest, number>();
      let [ended, deepest] = [0, 0];
      for (const { entry, opens } of boundaries(select(match))) {
        if (opens) depths.set(entry, ended + 1);
        else ended = Math.max(ended, depths.get(entry) ?? 0);
        deepest = Math.max(deepest, depths.get(entry) ?? 0);
      }
      return deepest;
    },
  };

  return {
    start(request: SeenRequest & Pick<LoggedRequest, 'query'>) {
      sequence += 1;
      inFlight += 1;
      const blank = { status: null, endedAt: null } as const;
      let entry: LoggedRequest = { ...request, ...blank, startedAt: sequence, concurrency: inFlight };
      if (entries.length >= ENTRIES_MAX) entries.splice(0, ENTRIES_MAX / 2);
      entries.push(entry);
      const replace = (change: Partial<LoggedRequest>) => {
        const place = entries.lastIndexOf(entry);
        entry = { ...entry, ...change };
        if (place !== -1) entries[place] = entry;
      };
      return {
        /** Completes what is only known once the body has been read. */
        describe: (details: Partial<SeenRequest>): void => replace(details),
        /** Ends the entry; only the first call counts. */
        end(status: number | null): void {
          if (entry.endedAt !== null) return;
          sequence += 1;
          inFlight -= 1;
          replace({ status, endedAt: sequence });
        },
        request: (): SeenRequest => entry,
      };
    },
    figures,
    clear(): void {
      entries = [];
    },
  };
}

/** Starts and ends of requests in the order they happened. */
function boundaries(entries: readonly LoggedRequest[]) {
  return entries
    .flatMap((entry) => [
      { entry, opens: true, at: entry.startedAt },
      { entry, opens: false, at: entry.endedAt ?? Number.POSITIVE_INFINITY },
    ])
    .sort((left, right) => left.at - right.at);
}
