import type { World } from '../world/world.ts';
import type { Act } from './acting.ts';
import type { PeopleActions } from './people.ts';

/** A member who is to become an outside collaborator. */
interface Conversion {
  readonly act: Act;
  readonly organizationId: number;
  readonly userId: number;
}

/** The platform needs a moment for what was asked to be done later. */
const USUALLY_MS = 100;

/** Members who become outside collaborators later than the answer to the call: in a moment, or in a hold when told. */
export function createConversions(world: World, people: PeopleActions) {
  let waiting: readonly Conversion[] = [];
  let timer: NodeJS.Timeout | undefined;
  let holding = false;

  /** Whoever is no member any more by then, or the last owner, stays as they are. */
  function finish({ act, organizationId, userId }: Conversion): void {
    const [organization, user] = [world.organizationById(organizationId), world.userById(userId)];
    const owners = world.ownersOf(organizationId);
    const isLast = owners.length === 1 && owners[0]?.userId === userId;
    if (!organization || !user || isLast || world.membership(organizationId, userId)?.state !== 'active') return;
    people.convertMember(act, organization.login, user.login);
  }

  function finishAll(): void {
    clearTimeout(timer);
    const now = waiting;
    waiting = [];
    for (const conversion of now) finish(conversion);
  }

  return {
    later(conversion: Conversion): void {
      waiting = [...waiting, conversion];
      if (holding) return;
      clearTimeout(timer);
      timer = setTimeout(finishAll, USUALLY_MS).unref();
    },
    /** From now on, they wait until they are told to be done. */
    hold(): void {
      holding = true;
      clearTimeout(timer);
    },
    /** Does those that wait, and ends the hold. */
    finish(): void {
      holding = false;
      finishAll();
    },
    /** Logins of those who wait. */
    waiting: (): readonly string[] => waiting.map(({ userId }) => world.userById(userId)?.login ?? ''),
    clear(): void {
      clearTimeout(timer);
      waiting = [];
      holding = false;
    },
  };
}
