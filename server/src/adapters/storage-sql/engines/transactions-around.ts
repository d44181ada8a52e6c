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

type TransactionBuilder = ReturnType<Kysely<Tables>['transaction']>;

function aroundExecute(builder: TransactionBuilder, around: AroundTransaction): TransactionBuilder {
  const { execute, setIsolationLevel, setAccessMode } = builder;
  const own: Pick<TransactionBuilder, 'execute' | 'setIsolationLevel' | 'setAccessMode'> = {
    execute: (work) => around(() => execute.call(builder, work) as ReturnType<typeof work>),
    setIsolationLevel: (level) => aroundExecute(setIsolationLevel.call(builder, level), around),
    setAccessMode: (mode) => aroundExecute(setAccessMode.call(builder, mode), around),
  };
  return Object.assign(builder, own);
}
