import type { SessionView } from '@orgdesk/contract';
import type { Session } from '../../domain/session.ts';
import type { SessionId } from '../../lib/crypto/credentials.ts';

/** Lists every field, so that no other can leak. */
export const sessionView = (id: SessionId, session: Session): SessionView => ({
  id,
  user: {
    id: session.user.id,
    login: session.user.login,
    name: session.user.name,
    avatarUrl: session.user.avatarUrl,
    organizations: session.memberships.map(({ organization, viewerCanAdminister }) => ({
      id: organization.id,
      login: organization.login,
      name: organization.name,
      avatarUrl: organization.avatarUrl,
      viewerCanAdminister,
    })),
  },
  installationIds: session.installationIds,
  expiresAt: session.expiresAt.toISOString(),
});
