import type { FreshSession } from './fresh-session.ts';
import type { LiveMembership, LiveRights } from './live-rights.ts';
import type { KnownSessions, SessionUses } from './session-uses.ts';
import type { InstallationStore } from './store/installation-types.ts';
import type { SessionStore } from './store/types.ts';

export interface Sessions {
  readonly store: SessionStore;
  readonly installations: InstallationStore;
  readonly uses: SessionUses;
  readonly known: KnownSessions;
  /** The session with a token that works. */
  readonly fresh: FreshSession;
  readonly membership: LiveMembership;
  readonly rights: LiveRights;
}
