import type { CodeHost } from '../code-host/code-host.ts';
import { readInvitations } from '../code-host/people/invitations.ts';
import { readMembership } from '../code-host/people/memberships.ts';
import type { HostInvitation } from '../code-host/people/types.ts';
import { type NamedPerson, samePerson } from '../domain/account.ts';
import type { AuditEvent } from '../domain/audit-entry.ts';
import type { HostResult } from '../domain/host-refusal.ts';
import type { WorkKind } from '../domain/job.ts';
import type { Runtime } from '../domain/runtime.ts';
import {
  AUDIT_FOLLOWED_MS,
  AUDIT_FOLLOWED_ORGANIZATIONS_MAX,
  AUDIT_FOLLOWED_PEOPLE_MAX,
  AUDIT_FOLLOWED_ROWS_MAX,
} from '../lib/limits/audit.ts';
import { COMPARISON_LIMIT_MS, RECORDS_AT_ONCE } from '../lib/limits/installations.ts';
import { INVITATION_FRESH_MS } from '../lib/limits/jobs.ts';
import { ok } from '../lib/result.ts';
import type { Sessions } from '../sessions/services.ts';
import type { Audit } from './services.ts';
import type { AuditRecord } from './store/types.ts';

interface FollowUpServices {
  readonly runtime: Runtime;
  readonly codeHost: CodeHost;
  readonly sessions: Sessions;
  readonly audit: Audit;
}

/**
 * Compares recorded invitations with the code host, because expired, declined and externally cancelled ones send no
 * event. Uses installation tokens. Whatever fails is checked next time, which begins after the organization at which a
 * limit was reached.
 */
export function createFollowUp(
  { runtime: { clock, log }, codeHost, sessions: { installations }, audit: { trail } }: FollowUpServices,
  everyMs: number,
): WorkKind {
  let after = 0;

  return {
    name: 'audit-follow-up',
    limitMs: COMPARISON_LIMIT_MS,
    schedule: { firstAfterMs: everyMs, everyMs },
    async work(_, stop) {
      const { found, retryAt } = await followAll(stop);
      if (found > 0) log.info({ entries: found }, 'outcomes of invitations were added to audit logs');
      return retryAt === null ? null : new Date(Math.max(clock.now().getTime() + everyMs, retryAt.getTime()));
    },
  };

  /** `retryAt` is when a rate limit ends. */
  async function followAll(stop: AbortSignal): Promise<{ readonly found: number; readonly retryAt: Date | null }> {
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
        await trail.invitedSince(
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
        const followed = await followOne(where, accountId, { since, stop });
        if (followed.ok && followed.value === null) continue;
        checked += 1;
        if (followed.ok) found += followed.value ?? 0;
        else if (followed.refusal.kind === 'rate-limited') {
          after = id;
          return { found, retryAt: followed.refusal.retryAt };
        }
      }
    }
    return { found, retryAt: null };
  }

  /** Null if no invitation was open. */
  async function followOne(
    where: { readonly installationId: number; readonly organization: string },
    organizationId: number,
    { since, stop }: { readonly since: Date; readonly stop: AbortSignal },
  ): Promise<HostResult<number | null>> {
    const open = openInvitations(await entriesSince(organizationId, since));
    if (open.length === 0) return ok(null);
    const listed = await readInvitations(
      codeHost.asInstallation(where.installationId, 'sent-invitations'),
      { organization: where.organization },
      stop,
    );
    if (!listed.ok) {
      log.debug({ organizationId, refusal: listed.refusal }, 'the outcomes of some invitations are unknown');
      return listed;
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
        const membership = await readMembership(
          codeHost.asInstallation(where.installationId, 'sent-invitations'),
          where,
          invitation.login,
        );
        if (!membership.ok) break;
        if (membership.value === 'active') events.push(comparisonEvent('member.added', invitation));
        else if (membership.value === null) events.push(comparisonEvent('invitation.gone', invitation));
      }
    }
    await trail.record(events, clock.now());
    return ok(events.length);
  }

  /** Oldest first. */
  async function entriesSince(organizationId: number, since: Date): Promise<readonly AuditRecord[]> {
    const entries: AuditRecord[] = [];
    for (const action of ['invitation', 'member.added']) {
      const selection = { organizationId, action, since, limit: AUDIT_FOLLOWED_ROWS_MAX };
      entries.push(...(await trail.read(selection, clock.now())));
    }
    return entries.toSorted((a, b) => a.number - b.number);
  }
}

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

/** An invitation recorded as sent, without a recorded outcome. */
interface OpenInvitation extends NamedPerson {
  readonly entry: AuditRecord;
  readonly invitationId: number | null;
}

/** Entries must be in the order written. */
function openInvitations(entries: readonly AuditRecord[]): readonly OpenInvitation[] {
  let open: OpenInvitation[] = [];
  const ended = new Set<unknown>();
  for (const entry of entries) {
    const person = personOf(entry);
    if (person === null || entry.outcome !== 'done') continue;
    const isOther = (one: OpenInvitation) => !samePerson(one, person);
    switch (entry.action) {
      case 'invitation.sent':
      case 'invitation.sent_again': {
        if (entry.before.invitationId !== undefined) ended.add(entry.before.invitationId);
        const { invitationId = null } = entry.after;
        // A webhook may arrive after its invitation has ended.
        if (invitationId !== null && ended.has(invitationId)) break;
        const id = typeof invitationId === 'number' ? invitationId : null;
        open = [...open.filter(isOther), { ...person, entry, invitationId: id }];
        break;
      }
      case 'invitation.cancelled':
      case 'invitation.failed':
      case 'invitation.gone':
        ended.add(entry.before.invitationId);
        open = open.filter(isOther);
        break;
      case 'member.added':
        open = open.filter(isOther);
        break;
    }
  }
  return open;
}

function personOf({ target }: AuditRecord): NamedPerson | null {
  if (target?.kind === 'person') return { login: target.name, email: null };
  return target?.kind === 'email' ? { login: null, email: target.name } : null;
}
