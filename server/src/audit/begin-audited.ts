import type { AuditEvent } from '../domain/audit-entry.ts';
import type { Audited, Settle } from './audited.ts';

export interface StartedChanges {
  /** Rejects if the changes cannot be recorded; then nothing may be sent. */
  readonly intended: Promise<Settle>;
  /** Resolves when outcomes are written, or after a short limit. */
  end(): Promise<void>;
}

export function beginAudited(audited: Audited, changes: readonly AuditEvent[]): StartedChanges {
  const intended = Promise.withResolvers<Settle>();
  const ended = Promise.withResolvers<void>();
  // Nothing may be awaiting it when it rejects.
  intended.promise.catch(() => {});
  const written = audited(changes, (settle) => {
    intended.resolve(settle);
    return ended.promise;
  }).then((sent) => {
    if (!sent.ok) intended.reject(new Error('nothing was sent: could not write to the audit log'));
  }, intended.reject);
  return {
    intended: intended.promise,
    end() {
      ended.resolve();
      return written;
    },
  };
}
