import { LRUCache } from 'lru-cache';
import { countingTrailFailure } from '../../audit/audited.ts';
import { readWeakSecondFactors } from '../../code-host/people/people.ts';
import type { AuditOrigin } from '../../domain/audit-entry.ts';
import type { HostRefusal, HostResult } from '../../domain/host-refusal.ts';
import { entryBytes, lifetime } from '../../lib/bounds.ts';
import { AUDIT_VIEWS } from '../../lib/limits/audit.ts';
import { REVIEW_NOTED_MS, SECOND_FACTORS_KEPT_MS, SECOND_FACTORS_MAX_BYTES } from '../../lib/limits/people.ts';
import { ok, refuse } from '../../lib/result.ts';
import { createSharedReads } from '../../lib/shared-reads.ts';
import { type Owner, sameOrganization } from '../../sessions/live-rights.ts';
import type { PeopleServices } from './services.ts';

/** IDs of people without secure two-factor authentication. */
export interface SecondFactors {
  readonly disabled: readonly number[];
  readonly insecure: readonly number[] | null;
  /** Why it was not reported; null if it was, or if the code host never does. */
  readonly insecureWithheld: HostRefusal | null;
}

export type ReadSecondFactors = (
  owner: Owner,
  requester: AuditOrigin,
  end: AbortSignal,
) => Promise<HostResult<SecondFactors>>;

/**
 * A session's requests share reads and reuse complete results for a minute. Returns nothing without an audit log
 * entry; identical views within an hour share one.
 */
export function createSecondFactors({ runtime, codeHost, sessions, audit }: PeopleServices): ReadSecondFactors {
  const { clock, log } = runtime;
  const reads = createSharedReads<HostResult<SecondFactors>>();
  const keptFor = lifetime(clock, SECOND_FACTORS_KEPT_MS);
  const cache = new LRUCache<string, SecondFactors>({
    ...keptFor,
    maxSize: SECOND_FACTORS_MAX_BYTES,
    sizeCalculation: ({ disabled, insecure }, name) =>
      entryBytes(name, BYTES_OF_ID * (disabled.length + (insecure?.length ?? 0))),
  });

  async function readBoth(owner: Owner, end: AbortSignal): Promise<HostResult<SecondFactors>> {
    const { session, organization, organizationId } = owner;
    const target = { token: session.grant.accessToken, organization, organizationId, end };
    const disabled = await readWeakSecondFactors(codeHost.as(target), target, 'disabled');
    if (!disabled.ok) return disabled;
    const insecure = await readWeakSecondFactors(codeHost.as(target), target, 'insecure');
    const same = await sameOrganization(codeHost, owner);
    if (!same.ok) {
      if (same.refusal.kind === 'missing') sessions.rights.invalidate(organization);
      return same;
    }
    return ok({
      disabled: disabled.value ?? [],
      insecure: insecure.ok ? insecure.value : null,
      insecureWithheld: insecure.ok ? null : insecure.refusal,
    });
  }

  const recorded = new LRUCache<string, true>({
    ...lifetime(clock, REVIEW_NOTED_MS),
    maxSize: SECOND_FACTORS_MAX_BYTES,
    sizeCalculation: (_, name) => entryBytes(name, 0),
  });

  async function record(
    { organization, organizationId }: Owner,
    { actor, way, requestId }: AuditOrigin,
    factors: SecondFactors,
  ) {
    const event = {
      organization: { id: organizationId, login: organization },
      action: 'people.reviewed',
      way,
      actor,
      target: null,
      before: {},
      after: { withoutSecondFactor: factors.disabled.length, withInsecureOne: factors.insecure?.length ?? null },
      requestId,
      deliveryId: null,
    } as const;
    return await countingTrailFailure(runtime, audit.trail.recordView(event, clock.now(), AUDIT_VIEWS));
  }

  async function read(owner: Owner, name: string, end: AbortSignal): Promise<HostResult<SecondFactors>> {
    const cached = cache.get(name);
    if (cached !== undefined) return ok(cached);
    const start = keptFor.perf.now();
    return reads.join(name, end, async (reading) => {
      const read = await readBoth(owner, reading.signal);
      if (read.ok && read.value.insecureWithheld === null) cache.set(name, read.value, { start });
      return read;
    });
  }

  return async (owner, requester, end) => {
    const name = `${owner.session.key} ${owner.organizationId}`;
    const result = await read(owner, name, end);
    if (!result.ok || recorded.has(name)) return result;
    try {
      if ((await record(owner, requester, result.value)) === 'full') {
        return refuse({
          kind: 'unreachable',
          message: 'You opened the access review too often. Please try again later.',
        });
      }
    } catch (error) {
      log.error({ err: error }, 'two-factor status was not shown: could not write to the audit log');
      return refuse({ kind: 'unreachable', message: 'orgdesk could not write to the audit log.' });
    }
    recorded.set(name, true);
    return result;
  };
}

const BYTES_OF_ID = 8;
