import type { Audited, Claimed } from './audited.ts';
import type { AuditHeadStore } from './heads.ts';
import type { SearchQueue, TrailReader } from './read-trail.ts';
import type { SignNote } from './sign-heads.ts';
import type { AuditTrailStore } from './store/types.ts';

export interface Audit {
  readonly trail: AuditTrailStore;
  readonly heads: AuditHeadStore;
  /** Makes changes with their entries. */
  readonly audited: Audited;
  readonly claimed: Claimed;
  readonly reader: TrailReader;
  readonly searchQueue: SearchQueue;
  readonly signNote: SignNote;
}
