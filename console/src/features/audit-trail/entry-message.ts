import type { AuditEntry } from '@orgdesk/client';
import { counted } from '../../lib/reader-locale.ts';

/** Strings are our wording; objects hold outside names. */
export type MessagePart = string | { readonly name: string };

/** Follows the person who approved it. */
export const THROUGH_APP = ', through the App,';

/** The code host reports such a change as one of the App's bot. */
export const isThroughApp = ({ carriedOutBy, way }: Pick<AuditEntry, 'carriedOutBy' | 'way'>): boolean =>
  carriedOutBy === 'app' && way !== 'webhook';

/** Past tense, infinitive, and what follows. */
type ActionPhrase = readonly [done: string, tried: string, ...rest: readonly MessagePart[]];

/** Has no full stop. Uses "tried to" if the action failed or its outcome is unknown. */
export function messageOf(entry: AuditEntry): readonly MessagePart[] {
  const event = EVENTS[entry.action]?.(entry);
  if (event !== undefined) return event;
  const nobody = entry.way === 'command' ? 'An operator' : 'Someone';
  const actor = entry.actor === null ? nobody : { name: entry.actor.login };
  const by = isThroughApp(entry) ? [actor, THROUGH_APP] : [actor];
  const phrase = PHRASES[presentName(entry.action)]?.(entry);
  // The service is newer than the page.
  if (phrase === undefined)
    return [...by, ': ', entry.action, ...(entry.target === null ? [] : [' ', targetOf(entry)])];
  const [done, tried, ...rest] = phrase;
  return [...by, ` ${verbs[entry.outcome](done, tried)}`, ...rest];
}

const verbs: Readonly<Record<AuditEntry['outcome'], (done: string, tried: string) => string>> = {
  done: (done) => done,
  refused: (_, tried) => `tried to ${tried}`,
  unknown: (_, tried) => `tried to ${tried}`,
  'under-way': (_, tried) => `is trying to ${tried}`,
};

/** The value after the change takes precedence. */
function factOf({ before, after }: AuditEntry, name: string): string | null {
  const fact = after[name] ?? before[name];
  return typeof fact === 'string' && fact !== '' ? fact : null;
}

const countOf = ({ before, after }: AuditEntry, name: string): number | null => {
  const fact = after[name] ?? before[name];
  return typeof fact === 'number' ? fact : null;
};

const targetOf = ({ target }: AuditEntry): MessagePart => (target === null ? 'someone' : { name: target.name });
const named = (name: string | null, otherwise: string): MessagePart => (name === null ? otherwise : { name });
const teamOf = (entry: AuditEntry) => named(factOf(entry, 'team'), 'a team');
const repositoryOf = (entry: AuditEntry) => named(factOf(entry, 'repository'), 'a repository');
const isThemselves = ({ actor, target }: AuditEntry) => actor !== null && actor.id === target?.id;

const ROLES: Readonly<Record<string, string>> = {
  admin: 'an owner',
  member: 'a member',
  direct_member: 'a member',
  billing_manager: 'a billing manager',
  outside_collaborator: 'an outside collaborator',
};

const asRole = (entry: AuditEntry): string => {
  const role = factOf(entry, 'role');
  return role === 'admin' || role === 'billing_manager' ? ` as ${ROLES[role]}` : '';
};

/** Actions without an actor. */
const EVENTS: Readonly<Record<string, (entry: AuditEntry) => readonly MessagePart[]>> = {
  'invitation.failed': (entry) => ['The invitation for ', targetOf(entry), ' failed'],
  'invitation.gone': (entry) => [
    'The invitation for ',
    targetOf(entry),
    ' was closed: accepted, declined, cancelled, or expired',
  ],
};

const plain =
  (done: string, tried: string, rest = '') =>
  (): ActionPhrase => [done, tried, rest];

const PHRASES: Readonly<Record<string, (entry: AuditEntry) => ActionPhrase>> = {
  'invitation.sent': (entry) => ['invited', 'invite', ' ', targetOf(entry), asRole(entry)],
  'invitation.sent_again': (entry) => ['resent', 'resend', ' the invitation for ', targetOf(entry)],
  'invitation.cancelled': (entry) => ['cancelled', 'cancel', ' the invitation for ', targetOf(entry)],
  'job.started': (entry) => {
    const rows = countOf(entry, 'rows');
    switch (kindOf(entry)) {
      case 'invitations':
        return ['started', 'start', ` inviting ${rows === null ? 'people' : counted(rows, 'person', 'people')}`];
      case 'people-change':
        return ['started', 'start', ` changing ${rows === null ? 'people' : counted(rows, 'person', 'people')}`];
      default:
        return ['started', 'start', ` ${jobIn(entry)}`];
    }
  },
  'job.paused': (entry) => ['paused', 'pause', ` ${jobIn(entry)}`],
  'job.resumed': (entry) => ['resumed', 'resume', ` ${jobIn(entry)}`],
  'job.cancelled': (entry) => ['cancelled', 'cancel', ` ${jobIn(entry)}`],
  'job.downloaded': (entry) => ['downloaded', 'download', ` the results of ${jobIn(entry)}`],
  'job.taken_over': (entry) => [
    'took',
    'take',
    ` over ${jobIn(entry)} from `,
    named(factOf(entry, 'from'), 'someone else'),
  ],
  'member.added': (entry) =>
    isThemselves(entry)
      ? ['joined', 'join', ` the organization${asRole(entry)}`]
      : ['added', 'add', ' ', targetOf(entry), ` to the organization${asRole(entry)}`],
  'member.removed': (entry) =>
    isThemselves(entry)
      ? ['left', 'leave', ' the organization']
      : ['removed', 'remove', ' ', targetOf(entry), ' from the organization'],
  'member.role_changed': (entry) => {
    const role = typeof entry.after.role === 'string' ? ROLES[entry.after.role] : undefined;
    if (role === undefined) return ['changed', 'change', ' the role of ', targetOf(entry)];
    return ['made', 'make', ' ', targetOf(entry), ` ${role}`];
  },
  'member.converted': (entry) => ['converted', 'convert', ' ', targetOf(entry), ' to an outside collaborator'],
  'team.created': (entry) => ['created', 'create', ' the team ', targetOf(entry)],
  'team.edited': (entry) => ['updated', 'update', ' the team ', targetOf(entry)],
  'team.deleted': (entry) => ['deleted', 'delete', ' the team ', targetOf(entry)],
  'team.member_added': (entry) => ['added', 'add', ' ', targetOf(entry), ' to the team ', teamOf(entry)],
  'team.member_removed': (entry) => ['removed', 'remove', ' ', targetOf(entry), ' from the team ', teamOf(entry)],
  'team.repository_added': (entry) => [
    'gave',
    'give',
    ' the team ',
    targetOf(entry),
    ' access to ',
    repositoryOf(entry),
  ],
  'team.repository_removed': (entry) => [
    'removed',
    'remove',
    ' the access of the team ',
    targetOf(entry),
    ' to ',
    repositoryOf(entry),
  ],
  'repository.collaborator_added': (entry) => [
    'gave',
    'give',
    ' ',
    targetOf(entry),
    ' access to ',
    repositoryOf(entry),
  ],
  'repository.collaborator_changed': (entry) => [
    'changed',
    'change',
    ' the access of ',
    targetOf(entry),
    ' to ',
    repositoryOf(entry),
  ],
  'repository.collaborator_removed': (entry) => [
    'removed',
    'remove',
    ' the access of ',
    targetOf(entry),
    ' to ',
    repositoryOf(entry),
  ],
  'repository.changed': (entry) => {
    const change = factOf(entry, 'change') ?? '';
    const [done, tried, rest = ''] = REPOSITORY_CHANGES[change] ?? ['updated', 'update'];
    return [done, tried, ' the repository ', targetOf(entry), rest];
  },
  'organization.renamed': (entry) => {
    const from = typeof entry.before.login === 'string' ? entry.before.login : null;
    const to = typeof entry.after.login === 'string' ? entry.after.login : null;
    return [
      'renamed',
      'rename',
      ' the organization',
      ...(from === null ? [] : [' from ', { name: from }]),
      ...(to === null ? [] : [' to ', { name: to }]),
    ];
  },
  'organization.deleted': plain('deleted', 'delete', ' the organization'),
  'organization.owner_rules_changed': plain('changed', 'change', ' the rules about owners'),
  'organization.app_work_changed': ({ after: { isOn } }) =>
    isOn === true
      ? ['allowed', 'allow', ' jobs to continue after a sign-out']
      : ['stopped', 'stop', ' jobs from continuing after a sign-out'],
  'installation.created': plain('installed', 'install', ' the App'),
  'installation.deleted': plain('uninstalled', 'uninstall', ' the App'),
  'installation.suspended': plain('suspended', 'suspend', ' the App'),
  'installation.unsuspended': plain('unsuspended', 'unsuspend', ' the App'),
  'installation.permissions_accepted': plain('accepted', 'accept', ' new permissions for the App'),
  'installation.repositories_added': (entry) => ['added', 'add', ` ${repositoriesOf(entry)} to the App`],
  'installation.repositories_removed': (entry) => ['removed', 'remove', ` ${repositoriesOf(entry)} from the App`],
  'finding.dismissed': (entry) => ['dismissed', 'dismiss', ' a finding about ', targetOf(entry)],
  'finding.restored': (entry) => ['restored', 'restore', ' a finding about ', targetOf(entry)],
  'people.reviewed': plain('opened', 'open', ' the access review'),
  'token.revoked': (entry) => ['revoked', 'revoke', ' a personal access token of ', targetOf(entry)],
  'person_report.exported': (entry) => ['exported', 'export', ' a report about ', targetOf(entry)],
  'audit_trail.exported': plain('exported', 'export', ' the audit log'),
  'work.retried': plain('retried', 'retry', ' failed background work'),
};

const repositoriesOf = (entry: AuditEntry): string => {
  const count = countOf(entry, 'count');
  return count === null ? 'repositories' : counted(count, 'repository', 'repositories');
};

/** Values of the code host's `repository` event. */
const REPOSITORY_CHANGES: Readonly<Record<string, readonly [done: string, tried: string, rest?: string]>> = {
  created: ['created', 'create'],
  deleted: ['deleted', 'delete'],
  archived: ['archived', 'archive'],
  unarchived: ['unarchived', 'unarchive'],
  renamed: ['renamed', 'rename'],
  transferred: ['transferred', 'transfer'],
  publicized: ['made', 'make', ' public'],
  privatized: ['made', 'make', ' private'],
};

const JOBS: Readonly<Record<string, string>> = {
  invitations: 'a batch of invitations',
  'people-change': 'a change of people',
  'access-export': 'an access export',
  'organization-file': 'a plan',
};

const jobIn = (entry: AuditEntry): string => JOBS[kindOf(entry)] ?? 'a job';

/** Entries older than the fact are about invitations and exports. */
const kindOf = (entry: AuditEntry): string =>
  factOf(entry, 'kind') ?? (entry.target?.kind === 'export' ? 'access-export' : 'invitations');

/** Older entries have a name for each kind of job. */
const presentName = (action: string): string =>
  action.replace(/^(?:invitation_job|access_export)\./, 'job.').replace('job.exported', 'job.downloaded');
