import type { World } from '../world/world.ts';
import type { Act } from './acting.ts';
import type { PeopleActions } from './people.ts';

interface Conversion {
  readonly act: Act;
  readonly organizationId: number;
  readonly userId: number;
}

/** Delay of a deferred conversion. */
const USUALLY_MS = 100;

/** Converts members to outside collaborators after the answer. */
export function createConversions(world: World, people: PeopleActions) {
  let waiting: readonly Conversion[] = [];
  let timer: NodeJS.Timeout | undefined;
  let holding = false;

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
    hold(): void {
      holding = true;
      clearTimeout(timer);
    },
    finish(): void {
      holding = false;
      finishAll();
    },
    waiting: (): readonly string[] => waiting.map(({ userId }) => world.userById(userId)?.login ?? ''),
    clear(): void {
      clearTimeout(timer);
      waiting = [];
      holding = false;
    },
  };
}
