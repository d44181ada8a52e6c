import { AUDIT_HEADS_UNREACHABLE_MAX } from '../../domain/limits/audit-trail.ts';
import type { AuditHeadStore, AuditHeadTarget, UnsentAuditHead } from '../../ports/audit-heads.ts';
import { type Observations, UNOBSERVED } from '../../ports/operators/observations.ts';
import type { Log } from '../../ports/system.ts';

export interface SendHeadsDeps {
  readonly heads: AuditHeadStore;
  readonly log: Log;
  readonly observations?: Pick<Observations, 'noteHead'>;
}

/**
 * Sends what a target has not taken, but for `contradicted` organizations. Returns false if it could not be reached for a
 * head.
 */
export async function sendHeads(
  { heads, log, observations = UNOBSERVED }: SendHeadsDeps,
  { target, contradicted }: { readonly target: AuditHeadTarget; readonly contradicted: ReadonlySet<number> },
  stop: AbortSignal,
): Promise<boolean> {
  let after = 0;
  let failures = 0;
  let isSent = true;
  for (;;) {
    const unsent = await heads.unsent(target.name, after);
    for (const head of unsent) {
      if (contradicted.has(head.organizationId)) {
        after = head.organizationId;
        continue;
      }
      const proofFrom = (from: number) => heads.proof(head.organizationId, { from, to: head.size });
      const delivered = stop.aborted ? null : await unlessAborted(target.deliver(head, proofFrom), stop);
      if (delivered === null) return true;
      after = head.organizationId;
      if (delivered.ok) {
        failures = 0;
        await keep(heads, target, head, delivered.value);
        continue;
      }
      const { kind, reason } = delivered.refusal;
      observations.noteHead('unsent');
      const isFirst = kind === 'refused' || isSent;
      if (isFirst) log.warn({ target: target.name, organizationId: head.organizationId, reason }, NOT_SENT[kind]);
      if (kind === 'refused') continue;
      isSent = false;
      failures += 1;
      // One head that a target cannot take delays no others.
      if (failures === AUDIT_HEADS_UNREACHABLE_MAX) return false;
    }
    if (unsent.length === 0) return isSent;
  }
}

const NOT_SENT = {
  refused: 'the head of an audit log was refused by its target',
  unreachable: 'heads of audit logs could not be sent, and are sent again later',
} as const;

async function keep(
  heads: AuditHeadStore,
  target: AuditHeadTarget,
  head: UnsentAuditHead,
  lines: string,
): Promise<void> {
  if (lines !== '') await heads.cosign(head, lines);
  await heads.markSent(target.name, head);
}

/** Null if `stop` aborts first: a silent target must not delay the end of the service. */
export function unlessAborted<T>(work: Promise<T>, stop: AbortSignal): Promise<T | null> {
  const { promise: aborted, resolve } = Promise.withResolvers<null>();
  const onAbort = () => resolve(null);
  stop.addEventListener('abort', onAbort, { once: true });
  return Promise.race([work, aborted]).finally(() => stop.removeEventListener('abort', onAbort));
}
