import type { Audited } from './audited.ts';
import type { Claimed } from './claimed.ts';
import type { AuditHeadStore } from './heads/heads.ts';
import type { TrailReader } from './read-trail.ts';
import type { SearchQueue } from './search-queue.ts';
import type { SignNote } from './sign-note.ts';
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
