import type { OwnerRules } from '../domain/owner-rules.ts';
import type { NamedAccount } from './code-host/people.ts';
import type { AuditActor } from './storage/audit-trail.ts';

/** Files whose plan was applied last. */
export interface AppliedFiles {
  readonly files: readonly { readonly name: string; readonly text: string }[];
  readonly hash: string;
  readonly at: Date;
  readonly by: AuditActor;
  /** Whose the logins in the files were; null if that was not kept. */
  readonly accounts: readonly NamedAccount[] | null;
  /** What the files demand. */
  readonly ownerRules: OwnerRules;
}

export interface AppliedFileStore {
  find(organizationId: number): Promise<AppliedFiles | null>;
  /** Keeps files that were applied later. */
  replace(organizationId: number, applied: AppliedFiles): Promise<void>;
}
