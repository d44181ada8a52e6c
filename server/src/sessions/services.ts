import type { FreshSession } from './fresh-session.ts';
import type { LiveMembership, LiveRights } from './live-rights.ts';
import type { KnownSessions, SessionUses } from './session-uses.ts';
import type { InstallationStore } from './store/installation-types.ts';
import type { SessionStore } from './store/types.ts';

export interface Sessions {
  readonly store: SessionStore;
  readonly installations: InstallationStore;
  /** When each was used last. */
  readonly uses: SessionUses;
  /** Whose sessions were seen lately: to count requests, never to authorize. */
  readonly known: KnownSessions;
  /** The session with a token that works. */
  readonly fresh: FreshSession;
  /** What a person is in an organization now. */
  readonly membership: LiveMembership;
  /** Whether a person owns it now. */
  readonly rights: LiveRights;
}
