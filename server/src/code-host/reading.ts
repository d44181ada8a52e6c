import type { HostMembership } from './people/types.ts';

declare const readAndAbsent: unique symbol;

/**
 * Proof that something is not there: it was not found, and the caller was an owner of its organization directly
 * afterwards. A 404 alone is none, and lists hide things from others.
 */
export interface Absent {
  readonly kind: 'absent';
  readonly organizationId: number;
  readonly [readAndAbsent]: true;
}

export type Reading<T> = { readonly kind: 'present'; readonly value: T } | Absent;

export const present = <T>(value: T): Reading<T> => ({ kind: 'present', value });

/** Null unless the caller owns the organization now. */
export const absentFor = (own: HostMembership, organizationId: number): Absent | null =>
  own.kind === 'active' && own.role === 'admin' && own.organization.id === organizationId
    ? ({ kind: 'absent', organizationId } as Absent)
    : null;
