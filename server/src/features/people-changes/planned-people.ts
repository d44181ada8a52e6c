import type { PersonState } from '../../domain/people-change.ts';
import type { PeoplePlan } from '../../jobs/store/types.ts';

/** A change of people as previewed. */
export interface PlannedPeople extends PeoplePlan {
  /** Idempotency key of its job. */
  readonly key: string;
  readonly people: readonly (PersonState & { readonly id: number; readonly login: string })[];
  /** Login of the organization, as a person typed it. */
  readonly confirmation: string | null;
}
