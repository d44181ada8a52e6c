import type { WorkKind } from '../domain/job.ts';
import type { Runtime } from '../domain/runtime.ts';
import {
  WORK_AT_ONCE,
  WORK_CLOCKS_DIFFER_MS,
  WORK_LEASE_MS,
  WORK_OF_KIND_AT_ONCE,
  WORK_PAUSE_MIN_MS,
  WORK_POLL_MS,
  WORK_ROOM_CHECK_MS,
  WORK_SLOW_AT_ONCE,
  WORK_STEPS_AT_ONCE,
} from '../lib/limits/jobs.ts';
import { randomHex } from '../lib/secrets.ts';
import type { ClaimedWork } from './store/claim.ts';
import type { DueWorkStore } from './store/due-work.ts';
import { createRunItem } from './work-on-item.ts';

export interface Worker {
  readonly kinds: readonly string[];
  /** Does what is due, a few steps at most. Returns when something is next due, or null if unknown. */
  work(only?: readonly string[]): Promise<Date | null>;
  /** The returned function resolves when the steps in progress have ended. */
  keepWorking(only?: readonly string[]): () => Promise<void>;
  wake(): void;
}

interface RunningStep {
  readonly kind: WorkKind;
  isSlow: boolean;
}

/**
 * Works on all kinds, within a concurrency limit for each and for all, beside other instances. Steps that turn out to be
 * slow are counted apart, so that organizations whose calls hang take no room from those that answer.
 */
export function createWorker(
  runtime: Runtime,
  store: DueWorkStore,
  allKinds: readonly WorkKind[],
  leaseMs = WORK_LEASE_MS,
): Worker {
  const { clock, entropy, log, traces } = runtime;
  const holder = randomHex(entropy, 16);
  const { run, isRunning } = createRunItem(runtime, store, leaseMs);
  const running = new Set<RunningStep>();
  let alarm: Alarm | null = null;
  const refreshedAt = new Map<string, number>();

  const kindsOf = (only: readonly string[] | undefined): readonly WorkKind[] =>
    only === undefined ? allKinds : allKinds.filter(({ name }) => only.includes(name));
  const runningOf = (kind: WorkKind): number => count((step) => step.kind === kind);
  const slowOf = (kind: WorkKind): number => count((step) => step.kind === kind && step.isSlow);
  const slowOfAll = (): number => count(({ isSlow }) => isSlow);
  const count = (is: (step: RunningStep) => boolean): number => [...running].filter(is).length;
  /** Slow steps beyond their limits count with the others. */
  const roomFor = (kind: WorkKind): number =>
    (kind.concurrency ?? WORK_OF_KIND_AT_ONCE) - runningOf(kind) + Math.min(slowOf(kind), kind.slowAtOnce ?? 0);
  const roomForAll = (): number => WORK_AT_ONCE - running.size + Math.min(slowOfAll(), WORK_SLOW_AT_ONCE);
  const slowRoomFor = (kind: WorkKind): number => Math.max(0, (kind.slowAtOnce ?? 0) - slowOf(kind));
  const slowRoomForAll = (): number => WORK_SLOW_AT_ONCE - slowOfAll();
  const hasRoom = (kind: WorkKind): boolean =>
    (roomFor(kind) > 0 && roomForAll() > 0) || (slowRoomFor(kind) > 0 && slowRoomForAll() > 0);

  /** Adds the items that are missing. A kind that fails delays no other. */
  async function refresh(kinds: readonly WorkKind[]): Promise<void> {
    const now = clock.now();
    const failures: unknown[] = [];
    const keep = (error: unknown) => void failures.push(error);
    await store.shortenLeases(leaseMs).catch(keep);
    for (const kind of kinds) await refreshKind(kind, now).catch(keep);
    if (failures.length > 0) throw failures[0];
  }

  async function refreshKind({ name: kind, schedule, open, shortenWaits }: WorkKind, now: Date): Promise<void> {
    const lastAt = refreshedAt.get(kind);
    const isSetBack = lastAt === undefined || now.getTime() < lastAt - WORK_CLOCKS_DIFFER_MS / 2;
    if (isSetBack) {
      await shortenWaits?.(now);
      if (open !== undefined && schedule === undefined) await store.makeDue(kind, now);
    }
    refreshedAt.set(kind, now.getTime());
    if (schedule !== undefined) {
      const dueAt = new Date(now.getTime() + schedule.firstAfterMs);
      await store.ensure({ organizationId: 0, kind, key: '', dueAt, requestId: null }, now);
    }
    if (open === undefined) return;
    await store.adopt(kind, await open(), now);
  }

  async function claim(kinds: readonly WorkKind[]): Promise<readonly ClaimedWork[]> {
    const rooms = kinds.filter(hasRoom).map((kind) => ({
      kind: kind.name,
      room: roomFor(kind),
      running: runningOf(kind) - slowOf(kind),
      slowRoom: slowRoomFor(kind),
    }));
    const limits = { limit: roomForAll(), slowLimit: slowRoomForAll() };
    const claimed = await store.claim({ holder, kinds: rooms, ...limits, leaseMs }, clock.now());
    return claimed.filter((item) => !isRunning(item));
  }

  /** Returns true if it may have made other work of its kind due. */
  async function runClaimed(item: ClaimedWork, stopping: AbortSignal): Promise<boolean> {
    const kind = allKinds.find(({ name }) => name === item.kind);
    if (kind === undefined) return false;
    const step: RunningStep = { kind, isSlow: item.isSlow && kind.slowAtOnce !== undefined };
    running.add(step);
    const onSlow = () => {
      if (step.isSlow) return;
      step.isSlow = true;
      alarm?.ring({ refresh: false });
    };
    try {
      return (await run(kind, item, stopping, onSlow)) && kind.open !== undefined;
    } finally {
      running.delete(step);
    }
  }

  const nextDueAt = (kinds: readonly WorkKind[], isLater?: boolean): Promise<Date | null> =>
    store.nextDueAt(
      kinds.map(({ name }) => name),
      clock.now(),
      isLater,
    );

  async function work(only?: readonly string[]): Promise<Date | null> {
    const kinds = kindsOf(only);
    await refresh(kinds);
    for (let step = 0; step < WORK_STEPS_AT_ONCE; step += 1) {
      const items = await claim(kinds);
      if (items.length === 0) break;
      const ended = await Promise.allSettled(items.map((item) => runClaimed(item, NEVER)));
      for (const outcome of ended) if (outcome.status === 'rejected') throw outcome.reason;
    }
    return nextDueAt(kinds);
  }

  function keepWorking(only?: readonly string[]): () => Promise<void> {
    const kinds = kindsOf(only);
    const own = createAlarm();
    alarm = own;
    const underWay = new Set<Promise<void>>();
    const couldNotRead = (error: unknown) => log.warn({ err: error }, 'could not read jobs; retrying');

    function start(item: ClaimedWork): void {
      const ended = runClaimed(item, own.stopping)
        .catch((error: unknown) => {
          couldNotRead(error);
          return false;
        })
        .then((refresh) => {
          underWay.delete(ended);
          own.ring({ refresh });
        });
      underWay.add(ended);
    }

    /** Returns how long nothing is due. */
    async function startDue(): Promise<number> {
      const items = await claim(kinds);
      items.forEach(start);
      if (items.length > 0) return 0;
      const free = kinds.filter(hasRoom);
      const waitMs = msUntil(await nextDueAt(free));
      // What is due has no room: an instance has as much of its person or organization as may be.
      return waitMs > 0 ? waitMs : Math.min(WORK_ROOM_CHECK_MS, msUntil(await nextDueAt(free, true)));
    }

    const msUntil = (at: Date | null): number => (at === null ? WORK_POLL_MS : at.getTime() - clock.now().getTime());

    async function loop(): Promise<void> {
      while (!own.stopping.aborted) {
        let waitMs = WORK_POLL_MS;
        try {
          if (own.takeRefresh(WORK_POLL_MS)) await refresh(kinds).catch(couldNotRead);
          waitMs = await startDue();
        } catch (error) {
          couldNotRead(error);
        }
        await own.wait(Math.min(WORK_POLL_MS, Math.max(WORK_PAUSE_MIN_MS, waitMs)));
      }
    }
    const looping = loop();
    return async () => {
      own.stop();
      await looping;
      await Promise.all(underWay);
      for (const { name: kind, close } of kinds)
        await close?.().catch((error: unknown) => log.warn({ err: error, kind }, 'could not release a lease'));
    };
  }

  return {
    kinds: allKinds.map(({ name }) => name),
    work,
    keepWorking,
    wake: () => traces.apart(() => alarm?.ring({ refresh: true })),
  };
}

const NEVER = new AbortController().signal;

type Alarm = ReturnType<typeof createAlarm>;

/** Lets a loop wait until a time, or until something happens. */
function createAlarm() {
  const stop = new AbortController();
  let wakeUp: () => void = () => {};
  let isRung = false;
  let isRefreshDue = true;
  let refreshedAtMs = Number.NEGATIVE_INFINITY;

  const ring = ({ refresh }: { readonly refresh: boolean }): void => {
    isRung = true;
    if (refresh) isRefreshDue = true;
    wakeUp();
  };

  return {
    stopping: stop.signal,
    ring,
    /** Returns whether a refresh was requested or the last one was that long ago. */
    takeRefresh(everyMs: number): boolean {
      const isDue = isRefreshDue || performance.now() - refreshedAtMs >= everyMs;
      isRefreshDue = false;
      if (isDue) refreshedAtMs = performance.now();
      return isDue;
    },
    /** Resolves at once if it rang since the last wait. */
    async wait(ms: number): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, ms);
      wakeUp = resolve;
      if (!isRung && !stop.signal.aborted) await promise;
      isRung = false;
      clearTimeout(timer);
    },
    stop(): void {
      stop.abort();
      wakeUp();
    },
  };
}
