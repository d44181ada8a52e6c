import type { World } from '../world/world.ts';

/** What somebody changed. */
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
  | 'collaborator-added'
  | 'collaborator-changed'
  | 'collaborator-removed'
  | 'repository-created'
  | 'repository-renamed'
  | 'repository-edited'
  | 'repository-deleted'
  | 'organization-renamed';

/** A change that was really made. What goes with it, as places in teams with a membership, is no change of its own. */
export interface Change {
  /** 1, 2, 3 over all organizations. */
  readonly sequence: number;
  readonly kind: ChangeKind;
  readonly organizationId: number;
  /** As it was called then, as all names in here. */
  readonly organization: string;
  /** Login of who did it; null for the App itself. */
  readonly actor: string | null;
  /** By a call of the API, or by a person on the platform's own pages. */
  readonly via: 'api' | 'elsewhere';
  /** On whom or what: a login, an e-mail address, the slug of a team or the name of a repository. */
  readonly target: string;
  /** Slug or name, where a person was changed in one of these, and of a team that was changed in a repository. */
  readonly within: string | null;
  readonly before: string | null;
  readonly after: string | null;
  /** To the millisecond. */
  readonly at: string;
}

/** A change as it is noted. */
export type NotedChange = Pick<Change, 'kind' | 'organizationId' | 'via' | 'target'> &
  Partial<Pick<Change, 'within' | 'before' | 'after'>> & { readonly actorId: number };

/** Which changes are meant; all given fields must match. */
export type ChangeMatch = Partial<Pick<Change, 'kind' | 'organization' | 'actor' | 'via' | 'target' | 'within'>>;

/** A simulator left running for days must not fill its memory; no test comes near this. */
const ENTRIES_MAX = 100_000;

/** Every change of organizations, in the order in which they were made. */
export type ChangeLog = ReturnType<typeof createChangeLog>;
export function createChangeLog(world: World, now: () => number) {
  let entries: Change[] = [];
  let sequence = 0;
  const select = (match: ChangeMatch = {}): readonly Change[] => {
    const wanted = Object.entries(match).filter(([, value]) => value !== undefined);
    return entries.filter((entry) => wanted.every(([name, value]) => Reflect.get(entry, name) === value));
  };

  return {
    note({ actorId, within = null, before = null, after = null, ...noted }: NotedChange): void {
      sequence += 1;
      if (entries.length >= ENTRIES_MAX) entries.splice(0, ENTRIES_MAX / 2);
      const organization = world.organizationById(noted.organizationId)?.login ?? '';
      const actor = world.userById(actorId)?.login ?? null;
      const at = new Date(now()).toISOString();
      entries.push({ sequence, ...noted, organization, actor, within, before, after, at });
    },
    /** Oldest first. */
    select,
    /** How many there were of each kind. */
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
