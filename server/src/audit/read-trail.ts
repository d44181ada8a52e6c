import { setImmediate as othersRun } from 'node:timers/promises';
import type { AuditEntry } from '@orgdesk/contract';
import type { LimitFunction } from 'p-limit';
import pLimit from 'p-limit';
import {
  AUDIT_CHUNK_CHARACTERS,
  AUDIT_ENTRIES_AT_ONCE,
  AUDIT_SEARCH_ROWS,
  AUDIT_SEARCHES_WAITING_MAX,
  AUDIT_STEP_ROWS,
} from '../lib/limits/audit.ts';
import { ok, type Result, refuse } from '../lib/result.ts';
import type { AuditRecord, AuditSelection, AuditStep, AuditTrailStore } from './store/types.ts';

export type SearchQueue = ReturnType<typeof createSearchQueue>;

/** Runs one task per person at a time. */
export function createSearchQueue() {
  const people = new Map<number, { readonly limit: LimitFunction; uses: number; waiting: number }>();

  async function of<T>(userId: number, work: () => Promise<T>): Promise<T> {
    const person = people.get(userId) ?? { limit: pLimit(1), uses: 0, waiting: 0 };
    people.set(userId, person);
    person.uses += 1;
    try {
      return await person.limit(work);
    } finally {
      person.uses -= 1;
      if (person.uses === 0) people.delete(userId);
    }
  }

  return {
    of,
    /** Returns null if too many tasks are waiting. */
    async waiting<T>(userId: number, work: () => Promise<T>): Promise<T | null> {
      const waiting = people.get(userId)?.waiting ?? 0;
      if (waiting > AUDIT_SEARCHES_WAITING_MAX) return null;
      const result = of(userId, work);
      const person = people.get(userId);
      if (person !== undefined) person.waiting += 1;
      try {
        return await result;
      } finally {
        if (person !== undefined) person.waiting -= 1;
      }
    },
  };
}

interface TrailPart {
  /** Newest first. May be fewer than the limit, or empty, if `next` is not null. */
  readonly entries: readonly AuditEntry[];
  /** `before` of the next part; null after the last. */
  readonly next: number | null;
}

interface TrailReading {
  readonly userId: number;
  readonly now: Date;
  /** Aborted when the client disconnects. */
  readonly left: AbortSignal;
}

type TrailSelection = Omit<AuditSelection, 'before' | 'limit'>;

export interface TrailReader {
  part(
    selection: AuditSelection,
    reading: TrailReading,
  ): Promise<Result<TrailPart, { readonly kind: 'too-many-searches' }>>;
  /** Yields all selected entries, without those added meanwhile. Pieces may be empty. */
  chunks(selection: TrailSelection, reading: Omit<TrailReading, 'left'>): AsyncGenerator<readonly AuditEntry[]>;
}

/**
 * Searches in short steps, because SQLite blocks the process. Each person has one search at a time; others wait or are
 * refused.
 */
export function createTrailReader(trail: AuditTrailStore, searchQueue: SearchQueue): TrailReader {
  const oneStep = pLimit(1);
  const search = (selection: AuditSelection, now: Date, rows: number): Promise<AuditStep> =>
    oneStep(async () => {
      const step = await trail.search(selection, now, rows);
      await othersRun();
      return step;
    });

  async function searchPart(selection: AuditSelection, { now, left }: TrailReading): Promise<TrailPart> {
    const { limit } = selection;
    // One more shows whether another page exists.
    const fetchLimit = limit + 1;
    const entries: AuditEntry[] = [];
    let { before } = selection;
    let rows = Math.min(fetchLimit * FIRST_STEP_FACTOR, AUDIT_STEP_ROWS);
    for (let searched = 0; searched < AUDIT_SEARCH_ROWS && !left.aborted; searched += rows) {
      if (searched > 0) rows = AUDIT_STEP_ROWS;
      const step = await search({ ...selection, before, limit: fetchLimit - entries.length }, now, rows);
      entries.push(...step.entries.map(entryView));
      if (entries.length === fetchLimit)
        return { entries: entries.slice(0, limit), next: entries[limit - 1]?.number ?? null };
      if (step.next === null) return { entries, next: null };
      before = step.next;
    }
    return { entries, next: before ?? null };
  }

  return {
    async part(selection, reading) {
      if (hasImpossibleName(selection)) return ok({ entries: [], next: null });
      const part = await searchQueue.waiting(reading.userId, () => searchPart(selection, reading));
      return part === null ? refuse({ kind: 'too-many-searches' }) : ok(part);
    },
    async *chunks(selection, { userId, now }) {
      if (hasImpossibleName(selection)) return;
      let limit = AUDIT_ENTRIES_AT_ONCE;
      let rows = limit;
      let before: number | undefined;
      do {
        const part = { ...selection, before, limit };
        const read = async () => chunkOf(await search(part, now, rows), limit);
        const chunk: TrailChunk = await searchQueue.of(userId, read);
        yield chunk.entries.map(entryView);
        await othersRun();
        limit = chunk.nextLimit;
        // If few entries match, each piece needs more rows.
        rows = chunk.found > part.limit / 4 ? limit : AUDIT_STEP_ROWS;
        before = chunk.next ?? undefined;
      } while (before !== undefined);
    },
  };
}

/** Rows per entry in the first step. */
const FIRST_STEP_FACTOR = 4;

interface TrailChunk extends Pick<AuditStep, 'entries' | 'next'> {
  readonly found: number;
  readonly nextLimit: number;
}

/** Limits a piece, because it stays in memory until a slow reader has taken it. */
function chunkOf({ entries, next, characters }: AuditStep, limit: number): TrailChunk {
  const found = entries.length;
  if (found === 0) return { entries, next, found, nextLimit: limit };
  const fitting = Math.ceil((found * AUDIT_CHUNK_CHARACTERS) / characters);
  const nextLimit = Math.min(AUDIT_ENTRIES_AT_ONCE, fitting);
  if (fitting >= found) return { entries, next, found, nextLimit };
  return { entries: entries.slice(0, fitting), next: entries[fitting - 1]?.number ?? next, found, nextLimit };
}

/** A database may reject the NUL character. */
const hasImpossibleName = ({ actor, target, action }: TrailSelection): boolean =>
  [actor, target, action].some((text) => text?.includes('\0'));

const entryView = (record: AuditRecord): AuditEntry => {
  const { actor, target } = record;
  return {
    number: record.number,
    at: record.at.toISOString(),
    settledAt: record.settledAt?.toISOString() ?? null,
    action: record.action,
    outcome: record.outcome,
    way: record.way,
    actor: actor === null ? null : { id: actor.id, login: actor.login },
    target: target === null ? null : { kind: target.kind, id: target.id, name: target.name },
    before: record.before,
    after: record.after,
    message: record.message,
    requestId: record.requestId,
    deliveryId: record.deliveryId,
    carriedOutBy: record.carriedOutBy ?? null,
  };
};
