import { PREVIEW_INVITATIONS } from '@orgdesk/contract';
import { PREVIEW_ROWS_MAX } from '@orgdesk/contract/limits';
import type { FastifyPluginAsync } from 'fastify';
import { hasInvitations } from '../../code-host/people/memberships.ts';
import type { InvitationsRequest, Seats } from '../../code-host/people/types.ts';
import type { HostRefusal } from '../../domain/host-refusal.ts';
import { owners } from '../../http/access.ts';
import { addEndpoint } from '../../http/contract/add-endpoint.ts';
import { longestWait, type RefusalResponse } from '../../http/refusals.ts';
import { departureOf } from '../../http/server/departure.ts';
import { ok, type Result, refuse } from '../../lib/result.ts';
import { createDeadline, type Deadline } from '../../lib/work-on-list.ts';
import type { Owner } from '../../sessions/live-rights.ts';
import {
  type Evidence,
  type InputRow,
  type JudgedRow,
  judgeRows,
  loginsIn,
  namesTeam,
  parseRows,
  withoutEvidence,
} from './judge-rows.ts';
import {
  createLookUpAccounts,
  createOrganizationFacts,
  type InvitationPreviewServices,
  type Invited,
} from './organization-facts.ts';
import { countsTowardsQuota, quotaSince } from './requested-invitation.ts';

const refusalResponses = {
  'no-rows': { status: 400, error: 'Please add at least one person to invite.' },
  'too-many-rows': { status: 400, error: `You can check up to ${PREVIEW_ROWS_MAX} rows at a time.` },
} as const satisfies Readonly<Record<string, RefusalResponse>>;

export const invitationPreviewRoutes: FastifyPluginAsync<InvitationPreviewServices> = async (app, services) => {
  const previewInvitations = createPreviewInvitations(services);

  addEndpoint(
    app,
    PREVIEW_INVITATIONS,
    { access: owners('send invitations'), beforeRights: ({ body }) => parseRows(body), refusalResponses },
    (request, owner, reply, rows) => previewInvitations(owner, rows, departureOf(request, reply)),
  );
};

interface Preview {
  readonly rows: readonly JudgedRow[];
  readonly seats: Seats | null;
  readonly sentInLastDay: number | null;
  readonly retryAfterSeconds: number | null;
}

/** Predicts what becomes of invitations, until the client has `left`. Sends and stores nothing. */
function createPreviewInvitations(services: InvitationPreviewServices) {
  const { runtime, codeHost, jobs, limits } = services;
  const { clock, log } = runtime;
  const facts = createOrganizationFacts(services);
  const lookUpAccounts = createLookUpAccounts(codeHost);

  return async (owner: Owner, rows: readonly InputRow[], left: AbortSignal): Promise<Result<Preview, HostRefusal>> => {
    const deadline = createDeadline(limits.inviteMs, AbortSignal.any([limits.stopping, left]));
    try {
      return await preview(rows, owner, deadline);
    } finally {
      deadline.clear();
    }
  };

  async function preview(
    rows: readonly InputRow[],
    owner: Owner,
    deadline: Deadline,
  ): Promise<Result<Preview, HostRefusal>> {
    const { session, organization, organizationId } = owner;
    const inviting = {
      token: session.grant.accessToken,
      organization,
      organizationId,
      inviter: session.user.login,
    };
    const usesInvitations = hasInvitations(codeHost, inviting);
    const read = await Promise.race([readFacts(rows, owner, inviting), deadline.passed]);
    if (typeof read === 'string') {
      const judged = withoutEvidence(rows, { kind: read });
      return ok({ rows: judged, seats: null, sentInLastDay: null, retryAfterSeconds: null });
    }
    if (!read.ok) return read;
    const accounts = await lookUpAccounts(loginsIn(rows, { hasInvitations: usesInvitations }), {
      key: session.key,
      inviting,
      deadline,
    });
    const refusals = [...accounts.values()].flatMap((lookup) => (lookup.ok ? [] : [lookup.refusal]));
    const missing = refusals.find((refusal) => refusal.kind === 'missing');
    if (missing !== undefined) return refuse(missing);
    const judged = judgeRows(rows, { ...read.value, hasInvitations: usesInvitations, accounts, now: clock.now() });
    const { seats } = read.value.invited;
    const sentInLastDay = await countSent(read.value.invited, organizationId);
    const notChecked = judged.filter(({ state }) => state === 'not-checked').length;
    log.info({ userId: session.user.id, organization, rows: rows.length, notChecked }, 'invitation preview created');
    return ok({ rows: judged, seats, sentInLastDay, retryAfterSeconds: longestWait(refusals, clock.now()) });
  }

  async function readFacts(
    rows: readonly InputRow[],
    owner: Owner,
    inviting: InvitationsRequest,
  ): Promise<Result<Pick<Evidence, 'invited' | 'teams'>, HostRefusal>> {
    const [invited, teams] = await Promise.all([
      facts.invited(owner, inviting),
      rows.some(namesTeam) ? facts.teams(owner, inviting) : ok(null),
    ]);
    if (!invited.ok) return invited;
    return teams.ok ? ok({ invited: invited.value, teams: teams.value }) : teams;
  }

  /** Counts listed invitations and those sent from here that are no longer listed. */
  async function countSent({ invitations }: Invited, organizationId: number): Promise<number | null> {
    if (invitations === null) return null;
    const now = clock.now();
    const listed = new Set(invitations.filter((each) => countsTowardsQuota(each, now)).map(({ id }) => id));
    const since = quotaSince(now);
    const [byJobs, fromHere] = await Promise.all([
      jobs.store.idsSentSince(organizationId, since),
      jobs.store.sentSince(organizationId, since),
    ]);
    const sentCount = listed.size + byJobs.filter((id) => id === null || !listed.has(id)).length;
    // Mass invites store no IDs, so theirs may be counted already.
    return Math.max(sentCount, fromHere.count);
  }
}
