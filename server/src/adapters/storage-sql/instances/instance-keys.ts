import { sql } from 'kysely';
import type { ForeignKeys, InstanceKeyStore, KeyPrints } from '../../../ports/storage/instance-keys.ts';
import type { LeaseStore } from '../../../ports/storage/leases.ts';
import type { Engine } from '../engines/engine.ts';

/** Stores fingerprints in the names of leases, which expire if their instance crashes. */
export function createInstanceKeyStore(engine: Engine, leases: LeaseStore): InstanceKeyStore {
  return {
    async note(instance, prints, forMs) {
      await leases.acquireEach(namesOf(instance, prints), instance, forMs);
    },
    forget: (instance, prints) => leases.releaseEach(namesOf(instance, prints), instance),
    foreign: (prints) => foreignKeys(engine, prints),
  };
}

const namesOf = (instance: string, { signing, tokens: [encryption] }: KeyPrints): readonly string[] => [
  ...(signing === null ? [] : [`key signing ${signing} ${instance}`]),
  ...(encryption === undefined ? [] : [`key sealing ${encryption} ${instance}`]),
];

export async function foreignKeys(
  { db, read, nowMs }: Pick<Engine, 'db' | 'read' | 'nowMs'>,
  { signing, tokens }: KeyPrints,
): Promise<ForeignKeys> {
  const noted = db.selectFrom('leases').select('name').where('name', 'like', 'key %').where(sql`until`, '>', nowMs);
  const keys = (await read(noted.compile())).map(({ name }) => name.split(' '));
  return {
    signing: signing !== null && keys.some(([, use, print = '']) => use === 'signing' && print !== signing),
    tokens: tokens.length > 0 && keys.some(([, use, print = '']) => use === 'sealing' && !tokens.includes(print)),
  };
}
