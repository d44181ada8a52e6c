import {
  DISMISS_FINDINGS,
  type DismissedFinding as DismissedFindingView,
  type DismissFindingsRequest,
  LIST_DISMISSED_FINDINGS,
  RESTORE_FINDINGS,
} from '@orgdesk/contract';
import { DISMISSED_DAYS_MAX, DISMISSED_FINDINGS_MAX } from '@orgdesk/contract/limits';
import type { FastifyPluginAsync } from 'fastify';
import { countingTrailFailure } from '../../audit/audited.ts';
import type { TooManyChanges } from '../../audit/store/types.ts';
import type { AuditEvent, AuditFacts, AuditOrigin } from '../../domain/audit-entry.ts';
import type { Runtime } from '../../domain/runtime.ts';
import { owners } from '../../http/access.ts';
import { addEndpoint } from '../../http/contract/add-endpoint.ts';
import { type RefusalResponse, TOO_MANY_CHANGES } from '../../http/refusals.ts';
import { requesterOf } from '../../http/session-guard.ts';
import { AUDIT_CHANGES } from '../../lib/limits/audit.ts';
import { ok, type Result, refuse } from '../../lib/result.ts';
import type { Signing } from '../../lib/state-token.ts';
import { parseInstant } from '../../lib/texts.ts';
import type { Owner } from '../../sessions/live-rights.ts';
import {
  type Dismissal,
  type DismissedFinding,
  type DismissedFindingStore,
  isSealOf,
  partsOfKey,
} from './dismissal-store.ts';

interface DismissalServices {
  readonly runtime: Runtime;
  readonly signing: Signing;
  readonly dismissedFindings: DismissedFindingStore;
}

type Findings = readonly DismissedFinding[];
type DismissRefusal = TooManyChanges | { readonly kind: 'not-found' | 'too-many-dismissed' };

interface RequestedDismissal extends Pick<DismissFindingsRequest, 'findings' | 'reason'> {
  readonly until: Date;
}

const LONGEST_MS = DISMISSED_DAYS_MAX * 24 * 60 * 60 * 1000;

/** Checks what the schema cannot. */
function parseDismissal(
  { findings, until: untilText, reason: typed }: DismissFindingsRequest,
  now: Date,
): Result<RequestedDismissal, { readonly kind: 'wrong-until' | 'no-reason' }> {
  const until = parseInstant(untilText);
  const leftMs = until === null ? 0 : until.getTime() - now.getTime();
  if (until === null || leftMs <= 0 || leftMs > LONGEST_MS) return refuse({ kind: 'wrong-until' });
  const reason = typed.replaceAll('\0', '').trim();
  return reason === '' ? refuse({ kind: 'no-reason' }) : ok({ findings, until, reason });
}

const listDismissed = (
  { runtime, dismissedFindings }: DismissalServices,
  { organizationId }: Owner,
): Promise<Findings> => dismissedFindings.list(organizationId, runtime.clock.now());

async function dismissFindings(
  services: DismissalServices,
  owner: Owner,
  requester: AuditOrigin,
  { findings, until, reason }: RequestedDismissal,
): Promise<Result<Findings, DismissRefusal>> {
  const { organizationId } = owner;
  if (findings.some(({ key, name, seal }) => !isSealOf(services.signing, { organizationId, key, name }, seal)))
    return refuse({ kind: 'not-found' });
  const dismissals = findings.map(({ key, name }) => ({ key, targetName: name, reason, until }));
  const dismissing = services.dismissedFindings.dismiss(
    dismissals,
    { ...changeBy(owner, services.runtime), max: DISMISSED_FINDINGS_MAX },
    (dismissal, former) => ({
      ...eventOn(dismissal, owner, requester),
      action: 'finding.dismissed',
      before: former === null ? {} : factsOf(former),
      after: { finding: partsOfKey(dismissal.key).finding, ...factsOf(dismissal) },
    }),
  );
  const done = await countingTrailFailure(services.runtime, dismissing);
  return done.ok ? ok(await listDismissed(services, owner)) : done;
}

async function restoreFindings(
  services: DismissalServices,
  owner: Owner,
  requester: AuditOrigin,
  keys: readonly string[],
): Promise<Result<Findings, TooManyChanges>> {
  const change = changeBy(owner, services.runtime);
  const restoring = services.dismissedFindings.restore(keys, change, (former) => ({
    ...eventOn(former, owner, requester),
    action: 'finding.restored',
    before: { finding: partsOfKey(former.key).finding, ...factsOf(former) },
    after: {},
  }));
  const done = await countingTrailFailure(services.runtime, restoring);
  return done.ok ? ok(await listDismissed(services, owner)) : done;
}

const changeBy = ({ organizationId, session: { user } }: Owner, { clock }: Runtime) => ({
  organizationId,
  by: { id: user.id, login: user.login },
  at: clock.now(),
  within: AUDIT_CHANGES,
});

const factsOf = ({ until, reason }: Dismissal): AuditFacts => ({ until: until.toISOString(), reason });

function eventOn(
  { key, targetName }: Dismissal,
  { organization, organizationId }: Owner,
  requester: AuditOrigin,
): Omit<AuditEvent, 'action' | 'before' | 'after'> {
  const { kind, id } = partsOfKey(key);
  return {
    ...requester,
    organization: { id: organizationId, login: organization },
    target: { kind, id, name: targetName },
    deliveryId: null,
  };
}

const ofRestoring = {
  'too-many-changes': TOO_MANY_CHANGES,
} as const satisfies Readonly<Record<string, RefusalResponse>>;

const ofDismissing = {
  ...ofRestoring,
  'wrong-until': { status: 400, error: 'Please choose a date in the future, at most one year ahead.' },
  'no-reason': { status: 400, error: 'Please enter a reason.' },
  'not-found': { status: 409, error: 'These findings do not match the access review. Please refresh it.' },
  'too-many-dismissed': {
    status: 409,
    error: `Up to ${DISMISSED_FINDINGS_MAX.toLocaleString('en-US')} findings can be dismissed. Please restore some first.`,
  },
} as const satisfies Readonly<Record<string, RefusalResponse>>;

/** An addition to the specification. */
export const dismissalRoutes: FastifyPluginAsync<DismissalServices> = async (app, services) => {
  addEndpoint(app, LIST_DISMISSED_FINDINGS, { access: owners('see the access review') }, async (_request, owner) =>
    ok(answerOf(await listDismissed(services, owner))),
  );

  const access = owners('dismiss findings');
  addEndpoint(
    app,
    DISMISS_FINDINGS,
    {
      access,
      beforeRights: ({ body }) => parseDismissal(body, services.runtime.clock.now()),
      refusalResponses: ofDismissing,
    },
    async (request, owner, _reply, dismissal) => {
      const findings = await dismissFindings(services, owner, requesterOf(request), dismissal);
      return findings.ok ? ok(answerOf(findings.value)) : findings;
    },
  );

  addEndpoint(app, RESTORE_FINDINGS, { access, refusalResponses: ofRestoring }, async (request, owner) => {
    const findings = await restoreFindings(services, owner, requesterOf(request), request.body.keys);
    return findings.ok ? ok(answerOf(findings.value)) : findings;
  });
};

const answerOf = (findings: readonly DismissedFinding[]) => ({ findings: findings.map(findingView) });

function findingView({
  key,
  targetName,
  reason,
  until,
  dismissedAt,
  dismissedBy: { id, login },
}: DismissedFinding): DismissedFindingView {
  const { finding, ...target } = partsOfKey(key);
  return {
    key,
    finding,
    target: { kind: target.kind, id: target.id, name: targetName },
    reason,
    until: until.toISOString(),
    dismissedAt: dismissedAt.toISOString(),
    dismissedBy: { id, login },
  };
}
