import { INVITATION_QUOTA_MS } from '../limits/invitations.ts';

/** From when on invitations count towards the quota that the code host has for a day. */
export const quotaSince = (now: Date): Date => new Date(now.getTime() - INVITATION_QUOTA_MS);

/** Whether an invitation counts towards it. Those of an identity provider do not. */
export const countsTowardsQuota = (
  { createdAt, source }: { readonly createdAt: Date; readonly source: 'member' | 'scim' },
  now: Date,
): boolean => source === 'member' && createdAt > quotaSince(now);
