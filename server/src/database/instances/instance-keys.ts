import { sql } from 'kysely';
import type { KeyPrints } from '../../lib/crypto/key-prints.ts';
import type { Engine } from '../engines/engine.ts';
import type { LeaseStore } from './leases.ts';

export interface ForeignKeys {
  /** An instance signs state tokens with another key. */
  readonly signing: boolean;
  /** An instance encrypts tokens with a key that this one does not have. */
  readonly tokens: boolean;
}

export interface InstanceKeyStore {
  /** Publishes fingerprints until they expire. */
  note(instance: string, prints: KeyPrints, forMs: number): Promise<void>;
  forget(instance: string, prints: KeyPrints): Promise<void>;
  /** Compares fingerprints with those of all running instances. */
  foreign(prints: KeyPrints): Promise<ForeignKeys>;
}

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
