import { INVITATION_QUOTA_MS } from '../../lib/limits/invitations.ts';

export const quotaSince = (now: Date): Date => new Date(now.getTime() - INVITATION_QUOTA_MS);

/** The platform does not count invitations from an identity provider. */
export const countsTowardsQuota = (
  { createdAt, source }: { readonly createdAt: Date; readonly source: 'member' | 'scim' },
  now: Date,
): boolean => source === 'member' && createdAt > quotaSince(now);
