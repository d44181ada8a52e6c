import type { DismissFindingsRequest } from '@orgdesk/contract';
import { DISMISSED_DAYS_MAX, DISMISSED_FINDINGS_MAX } from '@orgdesk/contract/limits';
import { parseInstant } from '../../../domain/instant.ts';
import { AUDIT_CHANGES } from '../../../domain/limits/audit-trail.ts';
import { ok, type Result, refuse } from '../../../domain/result.ts';
import type { Dismissal, DismissedFinding, DismissedFindingStore } from '../../../ports/dismissed-findings.ts';
import type { AuditEvent, AuditFacts, AuditOrigin, TooManyChanges } from '../../../ports/storage/audit-trail.ts';
import type { Clock } from '../../../ports/system.ts';
import type { FindingSeals } from '../../../security/finding-seals.ts';
import type { Owner } from '../../../shared/sessions/live-rights.ts';
import { partsOfKey } from './finding-key.ts';

export interface DismissFindingsDeps {
  readonly dismissedFindings: DismissedFindingStore;
  readonly findingSeals: Pick<FindingSeals, 'fits'>;
  readonly clock: Clock;
}

type Findings = readonly DismissedFinding[];
type DismissRefusal = TooManyChanges | { readonly kind: 'not-found' | 'too-many-dismissed' };

export interface RequestedDismissal extends Pick<DismissFindingsRequest, 'findings' | 'reason'> {
  readonly until: Date;
}

const LONGEST_MS = DISMISSED_DAYS_MAX * 24 * 60 * 60 * 1000;

/** Checks what the schema cannot. */
export function parseDismissal(
  { findings, until: untilText, reason: typed }: DismissFindingsRequest,
  now: Date,
): Result<RequestedDismissal, { readonly kind: 'wrong-until' | 'no-reason' }> {
  const until = parseInstant(untilText);
  const leftMs = until === null ? 0 : until.getTime() - now.getTime();
  if (until === null || leftMs <= 0 || leftMs > LONGEST_MS) return refuse({ kind: 'wrong-until' });
  const reason = typed.replaceAll('\0', '').trim();
  return reason === '' ? refuse({ kind: 'no-reason' }) : ok({ findings, until, reason });
}

export function createDismissFindings({ dismissedFindings, findingSeals, clock }: DismissFindingsDeps) {
  const list = ({ organizationId }: Owner): Promise<Findings> => dismissedFindings.list(organizationId, clock.now());

  const changeBy = ({ organizationId, session: { user } }: Owner) => ({
    organizationId,
    by: { id: user.id, login: user.login },
    at: clock.now(),
    within: AUDIT_CHANGES,
  });

  return {
    list,
    async dismiss(
      owner: Owner,
      requester: AuditOrigin,
      { findings, until, reason }: RequestedDismissal,
    ): Promise<Result<Findings, DismissRefusal>> {
      const { organizationId } = owner;
      if (findings.some(({ key, name, seal }) => !findingSeals.fits({ organizationId, key, name }, seal)))
        return refuse({ kind: 'not-found' });
      const dismissals = findings.map(({ key, name }) => ({ key, targetName: name, reason, until }));
      const done = await dismissedFindings.dismiss(
        dismissals,
        { ...changeBy(owner), max: DISMISSED_FINDINGS_MAX },
        (dismissal, former) => ({
          ...eventOn(dismissal, owner, requester),
          action: 'finding.dismissed',
          before: former === null ? {} : factsOf(former),
          after: { finding: partsOfKey(dismissal.key).finding, ...factsOf(dismissal) },
        }),
      );
      return done.ok ? ok(await list(owner)) : done;
    },
    async restore(
      owner: Owner,
      requester: AuditOrigin,
      keys: readonly string[],
    ): Promise<Result<Findings, TooManyChanges>> {
      const done = await dismissedFindings.restore(keys, changeBy(owner), (former) => ({
        ...eventOn(former, owner, requester),
        action: 'finding.restored',
        before: { finding: partsOfKey(former.key).finding, ...factsOf(former) },
        after: {},
      }));
      return done.ok ? ok(await list(owner)) : done;
    },
  };
}

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
