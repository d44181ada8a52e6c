import type { EventStore } from '../../ports/storage/events.ts';
import type { Observation } from '../../ports/storage/installations.ts';
import type { Engine } from './engines/engine.ts';
import type { ObservationSequence } from './installations/observations.ts';

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
