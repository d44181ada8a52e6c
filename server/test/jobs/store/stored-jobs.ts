import { JOB_BUDGET } from '@orgdesk/contract/limits';
import type { FilePage, JobBounds, NewJob, NewRow } from '../../../src/jobs/store/types.ts';
import { AUDIT_CHANGES } from '../../../src/lib/limits/audit.ts';
import type { SessionKey } from '../../../src/lib/secrets.ts';
import { NOON } from '../../audit/store/trails.ts';

export const ADA = { id: 7, login: 'ada' };
export const BOUNDS: JobBounds = { openMax: 20, budget: JOB_BUDGET, changes: AUDIT_CHANGES };
export const KEPT = { rowsMs: 30 * 86_400_000, addressesMs: 7 * 86_400_000, filesMs: 3_600_000 };

/** A job of organization 10 that Ada starts at noon, unless said otherwise. */
export const jobOf = (id: string, changes: Partial<NewJob> = {}): NewJob => ({
  id,
  kind: 'invitations',
  key: id,
  bodyHash: id,
  title: null,
  organizationId: 10,
  organizationLogin: 'ten',
  sessionKey: 'f'.repeat(64) as SessionKey,
  startedBy: ADA,
  createdAt: NOON,
  requestId: `request-${id}`,
  plan: null,
  approvedVersion: null,
  ...changes,
});

export const jobRefOf = (id: string, organizationId = 10) => ({ id, organizationId });

export const rowsOf = (count: number, domain = 'mail.example'): readonly NewRow[] =>
  Array.from({ length: count }, (_, index) => ({
    login: null,
    email: `${index}@${domain}`,
    userId: null,
    role: 'direct_member',
    teamRole: null,
    teamIds: [],
  }));

export const pageOf = (text: string): FilePage => ({
  text,
  rows: 1,
  unseen: 0,
  next: {
    repositoriesDone: 1,
    repositoriesTotal: 2,
    cursor: { after: 'here', isListed: false, size: 5, open: [] },
  },
});
