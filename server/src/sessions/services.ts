import type { FreshSession } from './fresh-session.ts';
import type { InstallationStore } from './installations/store/types.ts';
import type { KnownSessions } from './known-sessions.ts';
import type { LiveMembership } from './live-membership.ts';
import type { LiveRights } from './live-rights.ts';
import type { SessionUses } from './session-uses.ts';
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
