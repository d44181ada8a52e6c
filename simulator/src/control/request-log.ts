import { matches, type ObservedRequest, type RequestMatch } from './request-match.ts';

/** Times are positions in one sequence of starts and ends. */
export interface LoggedRequest extends ObservedRequest {
  readonly query: Readonly<Record<string, string>>;
  /** Null if the connection closed first. */
  readonly status: number | null;
  readonly startedAt: number;
  readonly endedAt: number | null;
  /** Including this one. */
  readonly concurrency: number;
}

export type LogEntry = ReturnType<RequestLog['start']>;

export type RequestLog = ReturnType<typeof createRequestLog>;

/** Bounds memory in long runs. */
const ENTRIES_MAX = 100_000;

export function createRequestLog() {
  let entries: LoggedRequest[] = [];
  let sequence = 0;
  let inFlight = 0;
  const stalled = new Set<number>();
  let noteStalled = (): void => {};
  const select = (match: RequestMatch = {}): readonly LoggedRequest[] =>
    entries.filter((entry) => matches(match, entry));

  const figures = {
    requests: select,
    count: (match?: RequestMatch): number => select(match).length,
    maxInFlight(match?: RequestMatch): number {
      let [now, most] = [0, 0];
      for (const { opens } of boundaries(select(match))) {
        now += opens ? 1 : -1;
        most = Math.max(most, now);
      }
      return most;
    },
    /** Longest chain of requests that each started after the previous one ended. */
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
    /** Positions in the sequence where requests started that a fault keeps from ending; only their callers end them. */
    stalled: (): readonly number[] => [...stalled],
    /** Called at each of them; replaces the former function. */
    onStalled(note: () => void): void {
      noteStalled = note;
    },
  };

  return {
    start(request: ObservedRequest & Pick<LoggedRequest, 'query'>) {
      sequence += 1;
      inFlight += 1;
      const blank = { status: null, endedAt: null } as const;
      let entry: LoggedRequest = { ...request, ...blank, startedAt: sequence, concurrency: inFlight };
      if (entries.length >= ENTRIES_MAX) entries.splice(0, ENTRIES_MAX / 2);
      entries.push(entry);
      const replace = (change: Partial<LoggedRequest>) => {
        const index = entries.lastIndexOf(entry);
        entry = { ...entry, ...change };
        if (index !== -1) entries[index] = entry;
      };
      return {
        describe: (details: Partial<ObservedRequest>): void => replace(details),
        stall(): void {
          if (entry.endedAt !== null) return;
          stalled.add(entry.startedAt);
          noteStalled();
        },
        end(status: number | null): void {
          if (entry.endedAt !== null) return;
          sequence += 1;
          inFlight -= 1;
          stalled.delete(entry.startedAt);
          replace({ status, endedAt: sequence });
        },
        request: (): ObservedRequest => entry,
      };
    },
    figures,
    clear(): void {
      entries = [];
    },
  };
}

function boundaries(entries: readonly LoggedRequest[]) {
  return entries
    .flatMap((entry) => [
      { entry, opens: true, at: entry.startedAt },
      { entry, opens: false, at: entry.endedAt ?? Number.POSITIVE_INFINITY },
    ])
    .sort((left, right) => left.at - right.at);
}
