import { createWorld, type World } from '@orgdesk/simulator';
import { NOON } from './host-under-test.ts';

/** A world whose one organization `big` has this many repositories, all covered by its one installation. */
export function worldOfRepositories(count: number): { readonly world: World; readonly id: number } {
  let id = 0;
  const world = createWorld(
    (fresh) => {
      fresh.addUser({ login: 'ada' });
      fresh.addOrganization({ login: 'big' });
      for (let number = 1; number <= count; number += 1) fresh.addRepository({ owner: 'big', name: `r-${number}` });
      id = fresh.addInstallation({ account: 'big' }).id;
    },
    () => NOON.getTime(),
  );
  return { world, id };
}
