import type { AppRegistration } from '../apps/registration.ts';
import { botIdOf, botLoginOf } from '../views/accounts.ts';
import type { World } from '../world/world.ts';

export type ChangeKind =
  | 'member-invited'
  | 'invitation-changed'
  | 'invitation-cancelled'
  | 'invitation-dismissed'
  | 'member-added'
  | 'member-removed'
  | 'member-converted'
  | 'role-changed'
  | 'team-member-added'
  | 'team-member-changed'
  | 'team-member-removed'
  | 'team-created'
  | 'team-edited'
  | 'team-deleted'
  | 'team-repository-added'
  | 'team-repository-changed'
  | 'team-repository-removed'
  | 'collaborator-invited'
  | 'collaborator-uninvited'
  | 'collaborator-added'
  | 'collaborator-changed'
  | 'collaborator-removed'
  | 'repository-created'
  | 'repository-renamed'
  | 'repository-edited'
  | 'repository-deleted'
  | 'organization-renamed';

/** Consequences, such as lost team memberships, are not separate changes. */
export interface PlatformChange {
  readonly sequence: number;
  readonly kind: ChangeKind;
  readonly organizationId: number;
  /** Named as at the time. */
  readonly organization: string;
  readonly actor: string | null;
  readonly via: 'api' | 'elsewhere';
  /** Login, email address, team slug or repository name. */
  readonly target: string;
  /** The team or repository of a changed person, or the repository of a changed team. */
  readonly within: string | null;
  readonly before: string | null;
  readonly after: string | null;
  readonly at: string;
}

export type NotedChange = Pick<PlatformChange, 'kind' | 'organizationId' | 'via' | 'target'> &
  Partial<Pick<PlatformChange, 'within' | 'before' | 'after'>> & { readonly actorId: number };

export type ChangeMatch = Partial<
  Pick<PlatformChange, 'kind' | 'organization' | 'actor' | 'via' | 'target' | 'within'>
>;

/** Bounds memory in long runs. */
const ENTRIES_MAX = 100_000;

export type ChangeLog = ReturnType<typeof createChangeLog>;
export function createChangeLog(world: World, app: AppRegistration, now: () => number) {
  let entries: PlatformChange[] = [];
  let sequence = 0;
  const select = (match: ChangeMatch = {}): readonly PlatformChange[] => {
    const criteria = Object.entries(match).filter(([, value]) => value !== undefined);
    return entries.filter((entry) => criteria.every(([name, value]) => Reflect.get(entry, name) === value));
  };

  return {
    note({ actorId, within = null, before = null, after = null, ...noted }: NotedChange): void {
      sequence += 1;
      if (entries.length >= ENTRIES_MAX) entries.splice(0, ENTRIES_MAX / 2);
      const organization = world.organizationById(noted.organizationId)?.login ?? '';
      const actor = actorId === botIdOf(app) ? botLoginOf(app) : (world.userById(actorId)?.login ?? null);
      const at = new Date(now()).toISOString();
      entries.push({ sequence, ...noted, organization, actor, within, before, after, at });
    },
    select,
    count(match?: ChangeMatch): Readonly<Partial<Record<ChangeKind, number>>> {
      const counts: Partial<Record<ChangeKind, number>> = {};
      for (const { kind } of select(match)) counts[kind] = (counts[kind] ?? 0) + 1;
      return counts;
    },
    clear(): void {
      entries = [];
      sequence = 0;
    },
  };
}
