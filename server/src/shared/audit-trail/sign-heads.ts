import { AUDIT_HEADS_EVERY_MS, AUDIT_HEADS_FIRST_MS, AUDIT_HEADS_RETRY_MS } from '../../domain/limits/audit-trail.ts';
import type { AuditHeadStore, AuditHeadTarget, AuditTreeRefusal } from '../../ports/audit-heads.ts';
import { type Observations, UNOBSERVED } from '../../ports/operators/observations.ts';
import type { Log } from '../../ports/system.ts';
import { originOf, signHead } from '../../security/audit-heads/head-keys.ts';
import type { WorkKind } from '../due-work/work-kind.ts';
import { type HeadKeyDeps, type HeadSigningKey, headSigningKey } from './head-signing-key.ts';
import { sendHeads } from './send-heads.ts';

export interface SignHeadsDeps extends HeadKeyDeps {
  readonly heads: AuditHeadStore;
  readonly targets: readonly AuditHeadTarget[];
  /** Public host of the service, part of each head's origin. */
  readonly host: string;
  readonly log: Log;
  readonly observations?: Pick<Observations, 'noteHead'>;
}

export interface SignedHeads {
  readonly signed: number;
  /** False if a target could not be reached: sending is due again. */
  readonly isSent: boolean;
}

export const createHeadSigning = (deps: SignHeadsDeps): WorkKind => ({
  name: 'audit-heads',
  limitMs: AUDIT_HEADS_EVERY_MS,
  schedule: { firstAfterMs: AUDIT_HEADS_FIRST_MS, everyMs: AUDIT_HEADS_EVERY_MS },
  work: async (_, stop) =>
    (await signHeads(deps, stop)).isSent ? null : new Date(deps.clock.now().getTime() + AUDIT_HEADS_RETRY_MS),
});

/** Signs heads of trails with new rows and sends them. Changed trails get none. */
export async function signHeads(deps: SignHeadsDeps, stop: AbortSignal): Promise<SignedHeads> {
  const key = await headSigningKey(deps);
  let signed = 0;
  for (const organizationId of await deps.heads.due(key.keyId)) {
    if (stop.aborted) break;
    if (await signOne(deps, organizationId, key)) signed += 1;
  }
  if (signed > 0) deps.log.info({ heads: signed }, 'heads of audit logs were signed');
  let isSent = true;
  for (const target of deps.targets) isSent = (await sendHeads(deps, target, stop)) && isSent;
  return { signed, isSent };
}

async function signOne(
  { heads, host, clock, log, observations = UNOBSERVED }: SignHeadsDeps,
  organizationId: number,
  key: HeadSigningKey,
): Promise<boolean> {
  const grown = await heads.grow(organizationId);
  if (!grown.ok) {
    reportRefusal(log, organizationId, grown.refusal);
    if (grown.refusal !== 'busy') observations.noteHead('refused');
    return false;
  }
  const { size, root } = grown.value;
  const note = await signHead(key, { origin: originOf(host, organizationId), size, root });
  await heads.sign({ organizationId, size, note, signedAt: clock.now() }, key.keyId);
  observations.noteHead('signed');
  return true;
}

function reportRefusal(log: Log, organizationId: number, refusal: AuditTreeRefusal): void {
  if (refusal === 'busy') log.debug({ organizationId }, 'another instance covers the same rows of an audit log');
  else log.error({ organizationId, fault: refusal }, NOT_SIGNED);
}

const NOT_SIGNED = 'an audit log was changed outside of orgdesk, and its head is not signed: run orgdesk audit verify';
