import type { AuditEvent } from '../ports/storage/audit-trail.ts';
import type { Audited, Settle } from './audited.ts';

/** Changes that are written as intended while the work on them is under way already. */
export interface BegunChanges {
  /** Resolves when all are written, rejects when none could be: nothing is sent before. */
  readonly intended: Promise<Settle>;
  /** Resolves when what became of them is written, or takes too long for an answer to wait. */
  end(): Promise<void>;
}

/** Writes changes as intended, and waits for their outcomes until the end. */
export function beginAudited(audited: Audited, changes: readonly AuditEvent[]): BegunChanges {
  const intended = Promise.withResolvers<Settle>();
  const ended = Promise.withResolvers<void>();
  // Whoever sends waits for it; it may also fail when nobody is left who would.
  intended.promise.catch(() => {});
  const written = audited(changes, (settle) => {
    intended.resolve(settle);
    return ended.promise;
  }).then((sent) => {
    if (!sent.ok) intended.reject(new Error('nothing was sent: the audit trail cannot be written'));
  }, intended.reject);
  return {
    intended: intended.promise,
    end() {
      ended.resolve();
      return written;
    },
  };
}
