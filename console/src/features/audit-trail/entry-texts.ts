import type { AuditEntry } from '@orgdesk/client';

type Variant = 'secondary' | 'danger' | 'attention' | 'accent';

/** Success is not highlighted. */
export const OUTCOME_BADGES: Readonly<
  Record<AuditEntry['outcome'], { readonly label: string; readonly variant: Variant }>
> = {
  done: { label: 'Done', variant: 'secondary' },
  refused: { label: 'Refused', variant: 'danger' },
  unknown: { label: 'Unknown', variant: 'attention' },
  'under-way': { label: 'In progress', variant: 'accent' },
};

export function reasonOf({ outcome, message }: Pick<AuditEntry, 'outcome' | 'message'>): string | null {
  if (message !== null && message !== '') return message;
  if (outcome === 'unknown') return 'The request was sent, but the result wasn’t confirmed.';
  return outcome === 'under-way' ? 'Started within the last few minutes.' : null;
}

/** Null if a person's own token made the change. */
export function carriedOutText({ carriedOutBy, actor }: Pick<AuditEntry, 'carriedOutBy' | 'actor'>): string | null {
  if (carriedOutBy !== 'app') return null;
  return actor === null ? 'the App' : `the App, approved by ${actor.login}`;
}

export const SOURCE_LABELS: Readonly<Record<AuditEntry['way'], string>> = {
  console: 'Console',
  api: 'API',
  job: 'Background',
  webhook: 'Webhook',
  comparison: 'Sync',
  command: 'Command line',
};

interface ActionGroup {
  readonly name: string;
  /** The part before the dot. */
  readonly subject: string;
  readonly actions: readonly (readonly [action: string, label: string])[];
}

export const ACTION_GROUPS: readonly ActionGroup[] = [
  {
    name: 'Members',
    subject: 'member',
    actions: [
      ['member.added', 'Added to the organization'],
      ['member.removed', 'Removed from the organization'],
      ['member.role_changed', 'Role changed'],
      ['member.converted', 'Converted to outside collaborator'],
    ],
  },
  {
    name: 'Invitations',
    subject: 'invitation',
    actions: [
      ['invitation.sent', 'Invitation sent'],
      ['invitation.sent_again', 'Invitation resent'],
      ['invitation.cancelled', 'Invitation cancelled'],
      ['invitation.failed', 'Invitation failed'],
      ['invitation.gone', 'Invitation closed'],
    ],
  },
  {
    name: 'Batches, changes, and exports',
    subject: 'job',
    actions: [
      ['job.started', 'Started'],
      ['job.paused', 'Paused'],
      ['job.resumed', 'Resumed'],
      ['job.cancelled', 'Cancelled'],
      ['job.taken_over', 'Taken over'],
      ['job.downloaded', 'Results downloaded'],
    ],
  },
  {
    name: 'Tokens',
    subject: 'token',
    actions: [['token.revoked', 'Personal access token revoked']],
  },
  {
    name: 'Teams',
    subject: 'team',
    actions: [
      ['team.created', 'Team created'],
      ['team.edited', 'Team updated'],
      ['team.deleted', 'Team deleted'],
      ['team.member_added', 'Added to a team'],
      ['team.member_removed', 'Removed from a team'],
      ['team.repository_added', 'Repository added to a team'],
      ['team.repository_removed', 'Repository removed from a team'],
    ],
  },
  {
    name: 'Repositories',
    subject: 'repository',
    actions: [
      ['repository.collaborator_added', 'Access granted'],
      ['repository.collaborator_changed', 'Access changed'],
      ['repository.collaborator_removed', 'Access removed'],
      ['repository.changed', 'Repository updated'],
    ],
  },
  {
    name: 'Organization',
    subject: 'organization',
    actions: [
      ['organization.renamed', 'Organization renamed'],
      ['organization.deleted', 'Organization deleted'],
      ['organization.owner_rules_changed', 'Rules about owners changed'],
      ['organization.app_work_changed', 'Jobs after sign-out allowed or stopped'],
    ],
  },
  {
    name: 'App',
    subject: 'installation',
    actions: [
      ['installation.created', 'App installed'],
      ['installation.deleted', 'App uninstalled'],
      ['installation.suspended', 'App suspended'],
      ['installation.unsuspended', 'App unsuspended'],
      ['installation.permissions_accepted', 'Permissions accepted'],
      ['installation.repositories_added', 'Repositories added to the App'],
      ['installation.repositories_removed', 'Repositories removed from the App'],
    ],
  },
  {
    name: 'Reviews and exports',
    subject: '',
    actions: [
      ['people.reviewed', 'Access review opened'],
      ['finding.dismissed', 'Finding dismissed'],
      ['finding.restored', 'Finding restored'],
      ['person_report.exported', 'Report about a person exported'],
      ['audit_trail.exported', 'Audit log exported'],
      ['work.retried', 'Background work retried'],
    ],
  },
];

function factText(fact: unknown): string {
  if (fact === null) return 'none';
  if (typeof fact === 'boolean') return fact ? 'yes' : 'no';
  if (Array.isArray(fact)) return fact.length === 0 ? 'none' : fact.map(factText).join(', ');
  return typeof fact === 'object' ? JSON.stringify(fact) : String(fact);
}

/** Converts `repositorySelection` to `repository selection`. */
const factName = (name: string): string =>
  name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();

export interface FactChange {
  readonly name: string;
  readonly before: string | null;
  readonly after: string | null;
}

export function factChanges({ before, after }: Pick<AuditEntry, 'before' | 'after'>): readonly FactChange[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].map((name) => ({
    name: factName(name),
    before: name in before ? factText(before[name]) : null,
    after: name in after ? factText(after[name]) : null,
  }));
}
