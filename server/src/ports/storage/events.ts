import type { Observation } from './installations.ts';

/** When the body of an event was seen first, and its place then in the order of looks. */
export interface FirstSight {
  readonly at: Date;
  readonly observation: Observation;
}

/** Which bodies of events were seen. A delivery names itself outside its signature, so only the body tells a copy. */
export interface EventStore {
  /**
   * The first sight of a body, which is this one unless some instance has seen it within the last year. Where nobody
   * signs, everybody makes bodies as they like: null is always seen for the first time.
   */
  firstSight(bodyHash: string | null, now: Date): Promise<FirstSight>;
}
