import type { AuditActor, AuditEvent, AuditFacts, AuditTarget } from '../../domain/audit-entry.ts';
import { idOrNull } from '../../domain/installation.ts';
import { AUDIT_LIST_MAX } from '../../lib/limits/audit.ts';
import { type Fields, fieldsIn, hasShapeOf, isFields } from './event.ts';

interface EntryDetails {
  readonly action: string;
  readonly target?: AuditTarget | null;
  readonly before?: AuditFacts;
  readonly after?: AuditFacts;
}

interface NamedDelivery {
  readonly name: string;
  readonly deliveryId: string | null;
  readonly appId: number;
  readonly appSlug: string;
}

/** Returns null for personal accounts, other Apps, bodies of other events, and what is not recorded or has no subject. */
export function auditEntryOf(payload: unknown, { name, deliveryId, appId, appSlug }: NamedDelivery): AuditEvent | null {
  if (!isFields(payload) || !hasShapeOf(name, payload)) return null;
  const installation = fieldsIn(payload, 'installation');
  const organization = organizationOf(payload, installation);
  if (installation === null || organization === null || idOrNull(installation.id) === null) return null;
  if ('app_id' in installation && installation.app_id !== appId) return null;
  const describe = ENTRIES.get(`${name}.${String(payload.action)}`);
  const details = describe?.(payload) ?? null;
  if (details === null) return null;
  return {
    organization,
    action: details.action,
    way: 'webhook',
    actor: actorOf(fieldsIn(payload, 'sender')),
    carriedOutBy: isBotOf(appSlug, fieldsIn(payload, 'sender')) ? 'app' : null,
    target: details.target ?? null,
    before: details.before ?? {},
    after: details.after ?? {},
    requestId: null,
    deliveryId,
  };
}

/** Installation events name their account. */
function organizationOf(payload: Fields, installation: Fields | null): AuditEvent['organization'] | null {
  const account = installation === null ? null : fieldsIn(installation, 'account');
  const own = account !== null && account.type === 'Organization' ? account : null;
  const renamed = payload.target_type === 'Organization' ? fieldsIn(payload, 'account') : null;
  return namedAccount(fieldsIn(payload, 'organization') ?? own ?? renamed);
}

function namedAccount(account: Fields | null): AuditActor | null {
  const id = idOrNull(account?.id);
  const login = textOf(account?.login);
  return id === null || login === null ? null : { id, login };
}

const actorOf = (sender: Fields | null): AuditActor | null => namedAccount(sender);

/** Events of what the App changed with its own token name its bot. */
const isBotOf = (appSlug: string, sender: Fields | null): boolean =>
  sender?.type === 'Bot' && textOf(sender.login)?.toLowerCase() === `${appSlug.toLowerCase()}[bot]`;

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

function factsOf(values: Readonly<Record<string, unknown>>): AuditFacts {
  const facts: Record<string, string | number | boolean> = {};
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))) facts[name] = value;
    else if (typeof value === 'string' && value !== '') facts[name] = value;
  }
  return facts;
}

function person(account: Fields | null): AuditTarget | null {
  const named = namedAccount(account);
  return named === null ? null : { kind: 'person', id: named.id, name: named.login };
}

function team(payload: Fields): AuditTarget | null {
  const fields = fieldsIn(payload, 'team');
  // A deleted team has only a name.
  const name = textOf(fields?.slug) ?? textOf(fields?.name);
  return name === null ? null : { kind: 'team', id: idOrNull(fields?.id), name };
}

function repository(payload: Fields): AuditTarget | null {
  const fields = fieldsIn(payload, 'repository');
  const name = textOf(fields?.full_name);
  return name === null ? null : { kind: 'repository', id: idOrNull(fields?.id), name };
}

const fullName = (payload: Fields): unknown => fieldsIn(payload, 'repository')?.full_name;

/** Reads `from` of each listed change. */
function formerOf(payload: Fields, names: readonly string[]): AuditFacts {
  const changes = fieldsIn(payload, 'changes') ?? {};
  return factsOf(Object.fromEntries(names.map((name) => [name, fieldsIn(changes, name)?.from])));
}

const about = (target: AuditTarget | null, entry: Omit<EntryDetails, 'target'>): EntryDetails | null =>
  target === null ? null : { ...entry, target };

type DescribeEvent = (payload: Fields) => EntryDetails | null;

const membership =
  (action: 'member.added' | 'member.removed'): DescribeEvent =>
  (payload) => {
    const fields = fieldsIn(payload, 'membership');
    const facts = factsOf({ role: fields?.role });
    const target = person(fields === null ? null : fieldsIn(fields, 'user'));
    return about(target, action === 'member.added' ? { action, after: facts } : { action, before: facts });
  };

function invited(payload: Fields): EntryDetails | null {
  const invitation = fieldsIn(payload, 'invitation');
  const email = textOf(invitation?.email);
  const target =
    person(fieldsIn(payload, 'user')) ?? (email === null ? null : { kind: 'email', id: null, name: email });
  return about(target, {
    action: 'invitation.sent',
    after: factsOf({ role: invitation?.role, invitationId: invitation?.id }),
  });
}

const teamMember =
  (action: string): DescribeEvent =>
  (payload) => {
    const { id = null, name = null } = team(payload) ?? {};
    return about(person(fieldsIn(payload, 'member')), { action, after: factsOf({ team: name, teamId: id }) });
  };

const teamAs =
  (action: string): DescribeEvent =>
  (payload) =>
    about(team(payload), {
      action,
      before: formerOf(payload, ['name', 'description', 'privacy', 'notification_setting']),
      after: factsOf({ name: fieldsIn(payload, 'team')?.name, repository: fullName(payload) }),
    });

const collaborator =
  (action: string): DescribeEvent =>
  (payload) => {
    const changes = fieldsIn(payload, 'changes') ?? {};
    const [permission, role] = [fieldsIn(changes, 'permission'), fieldsIn(changes, 'role_name')];
    return about(person(fieldsIn(payload, 'member')), {
      action,
      before: factsOf({ permission: permission?.from ?? fieldsIn(changes, 'old_permission')?.from }),
      after: factsOf({ repository: fullName(payload), permission: role?.to ?? permission?.to }),
    });
  };

function repositoryChanged(payload: Fields): EntryDetails | null {
  const changed = fieldsIn(fieldsIn(payload, 'changes') ?? {}, 'repository');
  return about(repository(payload), {
    action: 'repository.changed',
    before: {
      ...formerOf(payload, ['description', 'default_branch', 'homepage']),
      ...factsOf({ name: changed === null ? null : fieldsIn(changed, 'name')?.from }),
    },
    after: factsOf({ change: payload.action, private: fieldsIn(payload, 'repository')?.private }),
  });
}

const installationAs =
  (action: string): DescribeEvent =>
  (payload) => ({
    action,
    after: factsOf({ repositorySelection: fieldsIn(payload, 'installation')?.repository_selection }),
  });

const repositoriesAs =
  (action: string, list: 'repositories_added' | 'repositories_removed'): DescribeEvent =>
  (payload) => {
    const named = Array.isArray(payload[list]) ? payload[list] : [];
    const names = named
      .slice(0, AUDIT_LIST_MAX)
      .map((one: unknown) => (isFields(one) ? textOf(one.full_name) : null))
      .filter((name) => name !== null);
    const facts = { count: named.length, repositories: names };
    return {
      action,
      ...(list === 'repositories_added' ? { after: facts } : { before: facts }),
    };
  };

function renamed(payload: Fields): EntryDetails {
  const { login } = fieldsIn(payload, 'organization') ?? fieldsIn(payload, 'account') ?? {};
  return { action: 'organization.renamed', before: formerOf(payload, ['login']), after: factsOf({ login }) };
}

/** Other events with a repository have actions such as `started`, or none. */
const REPOSITORY_ACTIONS = [
  'created',
  'deleted',
  'archived',
  'unarchived',
  'edited',
  'renamed',
  'transferred',
  'publicized',
  'privatized',
];

/** Keyed by event and action. Role changes send no event. */
export const ENTRIES: ReadonlyMap<string, DescribeEvent> = new Map<string, DescribeEvent>([
  ['organization.member_added', membership('member.added')],
  ['organization.member_removed', membership('member.removed')],
  ['organization.member_invited', invited],
  ['organization.renamed', renamed],
  ['installation_target.renamed', renamed],
  ['organization.deleted', () => ({ action: 'organization.deleted' })],
  ['membership.added', teamMember('team.member_added')],
  ['membership.removed', teamMember('team.member_removed')],
  ['team.created', teamAs('team.created')],
  ['team.edited', teamAs('team.edited')],
  ['team.deleted', teamAs('team.deleted')],
  ['team.added_to_repository', teamAs('team.repository_added')],
  ['team.removed_from_repository', teamAs('team.repository_removed')],
  ['member.added', collaborator('repository.collaborator_added')],
  ['member.edited', collaborator('repository.collaborator_changed')],
  ['member.removed', collaborator('repository.collaborator_removed')],
  ...REPOSITORY_ACTIONS.map((action) => [`repository.${action}`, repositoryChanged] as const),
  ['installation.created', installationAs('installation.created')],
  ['installation.deleted', installationAs('installation.deleted')],
  ['installation.suspend', installationAs('installation.suspended')],
  ['installation.unsuspend', installationAs('installation.unsuspended')],
  ['installation.new_permissions_accepted', installationAs('installation.permissions_accepted')],
  ['installation_repositories.added', repositoriesAs('installation.repositories_added', 'repositories_added')],
  ['installation_repositories.removed', repositoriesAs('installation.repositories_removed', 'repositories_removed')],
]);
