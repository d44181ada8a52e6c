import { accountsInstallationsAndSessions } from './01-accounts-installations-and-sessions.ts';
import { orderOfLooks } from './02-order-of-looks.ts';
import { eventsSeen } from './03-events-seen.ts';
import { agesOfUsersAndLooks } from './04-ages-of-users-and-looks.ts';
import { unchangedRepositoryLists } from './05-unchanged-repository-lists.ts';
import { installationsNotFound } from './06-installations-not-found.ts';
import { invitationJobs } from './07-invitation-jobs.ts';
import { invitationsSentAtOnce } from './08-invitations-sent-at-once.ts';
import { usesOfSessions } from './09-uses-of-sessions.ts';
import { auditTrails } from './10-audit-trails.ts';
import { exportsOfWhoHasAccess } from './11-exports-of-who-has-access.ts';
import { instanceCounts } from './12-instance-counts.ts';
import { auditSearchesAndStorageBudgets } from './13-audit-searches-and-storage-budgets.ts';
import { requestIdsAndBackups } from './14-request-ids-and-backups.ts';
import type { Migration } from './migration.ts';

/**
 * The schema as ordered steps; a database's version is how many it has.
 *
 * Steps are only added, and each only adds, so an older program runs beside a newer one. A step that breaks older
 * programs sets `serves`. Never edit a released step.
 */
export const MIGRATIONS: readonly Migration[] = [
  accountsInstallationsAndSessions,
  orderOfLooks,
  eventsSeen,
  agesOfUsersAndLooks,
  unchangedRepositoryLists,
  installationsNotFound,
  invitationJobs,
  invitationsSentAtOnce,
  usesOfSessions,
  auditTrails,
  exportsOfWhoHasAccess,
  instanceCounts,
  auditSearchesAndStorageBudgets,
  requestIdsAndBackups,
];
