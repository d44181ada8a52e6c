import { isoSeconds } from '../store.ts';
import type { World } from '../world.ts';

const DAY_MS = 86_400_000;

/** High IDs keep other IDs stable. */
export function seedPeople(world: World, now: () => number): void {
  world.updateUser('tim', { secondFactor: 'none' });
  world.updateUser('alan', { secondFactor: 'insecure' });

  world.addUser({ login: 'ida-rhodes', id: 90_011, name: 'Ida Rhodes', company: 'Rhodes Consulting' });
  world.addUser({ login: 'klara-dan', id: 90_012, name: 'Klára Dán', secondFactor: 'none' });
  world.addUser({ login: 'edsger-w', id: 90_013, name: null, createdAt: isoSeconds(now() - 2 * DAY_MS) });
  world.setDirectAccess('acme', 'api', 'ida-rhodes', 'WRITE');
  world.setDirectAccess('acme', 'website', 'ida-rhodes', 'TRIAGE');
  world.setDirectAccess('acme', 'website', 'klara-dan', 'READ');
  world.setDirectAccess('acme', 'anvil-firmware', 'katherine', 'MAINTAIN');

  for (const [index, { membership, user }] of world.membersOf(world.needOrganization('northwind').id).entries()) {
    if (membership.role === 'admin') continue;
    if (index % 29 === 11) world.updateUser(user.login, { secondFactor: 'none' });
    if (index % 41 === 17) world.updateUser(user.login, { secondFactor: 'insecure' });
  }
  world.setDirectAccess('northwind', 'billing-api', 'klara-dan', 'WRITE');
  world.setDirectAccess('northwind', 'search-api', 'ida-rhodes', 'ADMIN');
}
