import { samePerson } from '../domain/invitations/invited-person.ts';
import {
  AUDIT_FOLLOWED_MS,
  AUDIT_FOLLOWED_ORGANIZATIONS_MAX,
  AUDIT_FOLLOWED_PEOPLE_MAX,
  AUDIT_FOLLOWED_ROWS_MAX,
} from '../domain/limits/audit-trail.ts';
import { RECORDS_AT_ONCE } from '../domain/limits/installations.ts';
import { INVITATION_FRESH_MS } from '../domain/limits/invitations.ts';
import type { HostInvitation } from '../ports/code-host/invitations.ts';
import type { InstalledOrganization, OrganizationAsApp } from '../ports/code-host/organization-as-app.ts';
import type { AuditEvent, AuditRecord, AuditTrailStore } from '../ports/storage/audit-trail.ts';
import type { InstallationStore } from '../ports/storage/installations.ts';
import type { Clock, Log } from '../ports/system.ts';
import { type OpenInvitation, openInvitations } from './open-invitations.ts';

export interface FollowUpDeps {
  readonly codeHost: OrganizationAsApp;
  readonly installations: Pick<InstallationStore, 'idsAfter' | 'findByIds'>;
  readonly auditTrail: Pick<AuditTrailStore, 'read' | 'record' | 'invitedSince'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Returns the number of entries added. */
export type FollowUp = (stop: AbortSignal) => Promise<number>;

/**
 * Compares recorded invitations with the code host, because expired, declined and externally cancelled ones send no
 * event. Uses installation tokens. Whatever exceeds a limit or fails is checked next round.
 */
export function createFollowUp({ codeHost, installations, auditTrail, clock, log }: FollowUpDeps): FollowUp {
  let after = 0;

  return async (stop) => {
    let [found, checked] = [0, 0];
    while (!stop.aborted && checked < AUDIT_FOLLOWED_ORGANIZATIONS_MAX) {
      const ids = await installations.idsAfter(after, RECORDS_AT_ONCE);
      if (ids.length === 0) {
        after = 0;
        break;
      }
      const records = (await installations.findByIds(ids))
        .filter(({ accountType, suspendedAt }) => accountType === 'organization' && suspendedAt === null)
        .toSorted((a, b) => a.id - b.id);
      const since = new Date(clock.now().getTime() - AUDIT_FOLLOWED_MS);
      const invited = new Set(
        await auditTrail.invitedSince(
          records.map(({ accountId }) => accountId),
          since,
        ),
      );
      after = ids.at(-1) ?? after;
      for (const { id, accountId, accountLogin } of records) {
        if (!invited.has(accountId)) continue;
        if (stop.aborted || checked === AUDIT_FOLLOWED_ORGANIZATIONS_MAX) {
          after = id - 1;
          break;
        }
        const where = { installationId: id, organization: accountLogin };
        const entryCount = await followOne(where, accountId, { since, stop });
        if (entryCount === null) continue;
        checked += 1;
        found += entryCount;
      }
    }
    if (found > 0) log.info({ entries: found }, 'outcomes of invitations were added to audit logs');
    return found;
  };

  /** Returns null if no invitation was open. */
  async function followOne(
    where: InstalledOrganization,
    organizationId: number,
    { since, stop }: { readonly since: Date; readonly stop: AbortSignal },
  ): Promise<number | null> {
    const open = openInvitations(await entriesSince(organizationId, since));
    if (open.length === 0) return null;
    const listed = await codeHost.invitationsAsApp(where, stop);
    if (!listed.ok) {
      log.debug({ organizationId, refusal: listed.refusal }, 'the outcomes of some invitations are unknown');
      return 0;
    }
    const events: AuditEvent[] = [];
    let lookedUp = 0;
    for (const invitation of open) {
      const current = findCurrent(listed.value, invitation);
      if (current === 'open') continue;
      if (current !== null) events.push(failedEvent(invitation, current));
      else if (invitation.login === null) events.push(comparisonEvent('invitation.gone', invitation));
      else if (lookedUp < AUDIT_FOLLOWED_PEOPLE_MAX && !stop.aborted) {
        lookedUp += 1;
        const membership = await codeHost.membershipAsApp(where, invitation.login);
        if (!membership.ok) break;
        if (membership.value === 'active') events.push(comparisonEvent('member.added', invitation));
        else if (membership.value === null) events.push(comparisonEvent('invitation.gone', invitation));
      }
    }
    await auditTrail.record(events, clock.now());
    return events.length;
  }

  /** Returns entries oldest first. */
  async function entriesSince(organizationId: number, since: Date): Promise<readonly AuditRecord[]> {
    const entries: AuditRecord[] = [];
    for (const action of ['invitation', 'member.added']) {
      const selection = { organizationId, action, since, limit: AUDIT_FOLLOWED_ROWS_MAX };
      entries.push(...(await auditTrail.read(selection, clock.now())));
    }
    return entries.toSorted((a, b) => a.number - b.number);
  }
}

/** Returns null if the invitation is not listed. */
function findCurrent(listed: readonly HostInvitation[], invitation: OpenInvitation): HostInvitation | 'open' | null {
  const own = listed.filter((one) => samePerson(one, invitation));
  if (own.some(({ state }) => state === 'open')) return 'open';
  const sentAt = invitation.entry.at.getTime() - INVITATION_FRESH_MS;
  const isOwn = ({ id, createdAt }: HostInvitation) =>
    invitation.invitationId === null ? createdAt.getTime() >= sentAt : id === invitation.invitationId;
  return own.find(isOwn) ?? null;
}

const comparisonEvent = (action: string, { entry, invitationId }: OpenInvitation): AuditEvent => ({
  organization: entry.organization,
  action,
  way: 'comparison',
  actor: null,
  target: entry.target,
  before: action === 'member.added' || invitationId === null ? {} : { invitationId },
  after: {},
  requestId: null,
  deliveryId: null,
});

const failedEvent = (invitation: OpenInvitation, { id, failure, failedAt }: HostInvitation): AuditEvent => ({
  ...comparisonEvent('invitation.failed', invitation),
  before: { invitationId: id },
  after: { reason: failure, failedAt: failedAt?.toISOString() ?? null },
});
