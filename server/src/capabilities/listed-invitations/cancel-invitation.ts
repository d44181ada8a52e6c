import { ok, refuse } from '../../domain/result.ts';
import type { CodeHost } from '../../ports/code-host/code-host.ts';
import type { ChangeInvitation } from './change-invitations.ts';

export function createCancelInvitation(codeHost: Pick<CodeHost, 'removeInvitation'>): ChangeInvitation {
  return async ({ id }, { inviting, organizationId, isGone }) => {
    const removed = await codeHost.removeInvitation({ ...inviting, organizationId, seen: null }, id);
    if (removed.ok) return ok({ newId: null });
    return removed.refusal.kind === 'missing' && (await isGone(id)) ? refuse({ kind: 'gone' }) : removed;
  };
}
