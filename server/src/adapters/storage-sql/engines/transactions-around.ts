import type { Kysely } from 'kysely';
import type { Tables } from '../schema.ts';

export type AroundTransaction = <T>(run: () => Promise<T>) => Promise<T>;

export function withTransactionsAround(db: Kysely<Tables>, around: AroundTransaction): Kysely<Tables> {
  const transaction: typeof db.transaction = () => aroundExecute(db.transaction(), around);
  return new Proxy(db, {
    get(target, name) {
      if (name === 'transaction') return transaction;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

type Begun = ReturnType<Kysely<Tables>['transaction']>;

function aroundExecute(begun: Begun, around: AroundTransaction): Begun {
  const { execute, setIsolationLevel, setAccessMode } = begun;
  const own: Pick<Begun, 'execute' | 'setIsolationLevel' | 'setAccessMode'> = {
    execute: (work) => around(() => execute.call(begun, work) as ReturnType<typeof work>),
    setIsolationLevel: (level) => aroundExecute(setIsolationLevel.call(begun, level), around),
    setAccessMode: (mode) => aroundExecute(setAccessMode.call(begun, mode), around),
  };
  return Object.assign(begun, own);
}
