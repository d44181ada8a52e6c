import type { AuditActor } from './storage/audit-trail.ts';

/** Files whose plan was applied last. */
export interface AppliedFiles {
  readonly files: readonly { readonly name: string; readonly text: string }[];
  readonly hash: string;
  readonly at: Date;
  readonly by: AuditActor;
}

export interface AppliedFileStore {
  find(organizationId: number): Promise<AppliedFiles | null>;
  /** Keeps files that were applied later. */
  replace(organizationId: number, applied: AppliedFiles): Promise<void>;
}
