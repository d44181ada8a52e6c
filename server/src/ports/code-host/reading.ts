import type { FreshOrganization } from './organization-changes.ts';

declare const readAndAbsent: unique symbol;

/** Proof that something is not there: its organization was read in the same moment. A 404 alone is none. */
export interface Absent {
  readonly kind: 'absent';
  readonly organizationId: number;
  readonly [readAndAbsent]: true;
}

export type Reading<T> = { readonly kind: 'present'; readonly value: T } | Absent;

export const present = <T>(value: T): Reading<T> => ({ kind: 'present', value });

/** The caller found nothing in `organization` directly before or after it was read. */
export const absentIn = ({ id }: FreshOrganization): Absent => ({ kind: 'absent', organizationId: id }) as Absent;
