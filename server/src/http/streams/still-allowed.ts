import type { Clock } from '../../lib/system.ts';
import type { LiveRights, Owner } from '../../sessions/live-rights.ts';
import type { SessionStore } from '../../sessions/store/types.ts';

export interface StillAllowedDeps {
  readonly sessions: Pick<SessionStore, 'find'>;
  readonly liveRights: LiveRights;
  readonly clock: Clock;
}

export type StillAllowed = (owner: Owner) => Promise<boolean>;

export function createStillAllowed({ sessions, liveRights, clock }: StillAllowedDeps): StillAllowed {
  return async ({ session, organization, organizationId }) => {
    const found = await sessions.find(session.key, clock.now());
    if (found === null) return false;
    const still = await liveRights(found, organization);
    // Another organization may have taken the login meanwhile.
    return still.ok && still.value.organizationId === organizationId;
  };
}
