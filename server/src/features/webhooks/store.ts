import type { Engine } from '../../database/engines/engine.ts';
import type { Observation } from '../../sessions/store/installation-types.ts';
import type { ObservationSequence } from '../../sessions/store/observations.ts';

interface FirstReceipt {
  readonly at: Date;
  readonly observation: Observation;
}

/** Stores hashes of event bodies. Delivery IDs are not signed, so only the body identifies a copy. */
export interface EventStore {
  /**
   * Returns now unless an instance saw the body within a year. Null, for unsigned bodies that anyone can vary, is
   * always new.
   */
  firstReceipt(bodyHash: string | null, now: Date): Promise<FirstReceipt>;
}

/** The first instance to store a body sets its observation. */
export function createEventStore({ db }: Engine, observations: ObservationSequence): EventStore {
  return {
    async firstReceipt(bodyHash, now) {
      const nextObservation = await observations.take();
      if (bodyHash === null) return { at: now, observation: nextObservation };
      const { observation, seen_at: seenAt } = await db
        .insertInto('seen_events')
        .values({ body_hash: bodyHash, observation: nextObservation, seen_at: now.getTime() })
        // Changes nothing, but makes the statement return the row.
        .onConflict((conflict) =>
          conflict.column('body_hash').doUpdateSet(({ ref }) => ({ body_hash: ref('excluded.body_hash') })),
        )
        .returning(['observation', 'seen_at'])
        .executeTakeFirstOrThrow();
      return { observation: observation as Observation, at: new Date(seenAt) };
    },
  };
}
