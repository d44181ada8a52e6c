import type { CompiledQuery } from 'kysely';
import type { Log } from '../../lib/system.ts';
import type { Task, Traces } from '../../lib/traces.ts';
import type { Engine } from './engine.ts';
import type { PostgresOptions } from './postgres/engine.ts';
import { openSqlite } from './sqlite/engine.ts';

/** Single statements outside transactions are not traced. */
export function tracedEngine(engine: Engine, traces: Pick<Traces, 'within'>): Engine {
  const { engine: name } = engine.readings();
  const task = (action: string): Task => ({
    name: `database ${action}`,
    kind: 'call',
    attributes: { 'db.system.name': name },
  });
  return {
    ...engine,
    transaction: (work) => traces.within(task('transaction'), () => engine.transaction(work)),
    read: (query) => traces.within(task(nameOf(query)), () => engine.read(query)),
    prepareRead<R>(query: CompiledQuery<R>) {
      const run = engine.prepareRead(query);
      const own = task(nameOf(query));
      return (parameters) => traces.within(own, () => run(parameters));
    },
    prepareLookup(query) {
      const run = engine.prepareLookup(query);
      const own = task('lookup');
      return (key) => traces.within(own, () => run(key));
    },
    writeTogether: (statements) => traces.within(task('transaction'), () => engine.writeTogether(statements)),
  };
}

/** Our statements contain no values. */
const nameOf = ({ sql }: CompiledQuery): string => `read ${/\bfrom "(\w+)"/.exec(sql)?.[1] ?? ''}`.trimEnd();

const SQLITE = 'sqlite:';
const POSTGRES = /^(postgres(?:ql)?|cockroachdb):\/\//;

/** Opens what decision N5 lists; rejects other URLs without repeating them. PostgreSQL connects at the first query. */
export async function connect(url: string, log: Log, postgres: PostgresOptions = {}): Promise<Engine> {
  if (url.startsWith(SQLITE) && url.length > SQLITE.length) return openSqlite(url.slice(SQLITE.length));
  if (POSTGRES.test(url)) {
    // The PostgreSQL driver takes 9 MB.
    const [{ openPostgres }, { COCKROACHDB, POSTGRESQL }] = await Promise.all([
      import('./postgres/engine.ts'),
      import('./postgres/dialect.ts'),
    ]);
    const profile = url.startsWith('cockroachdb:') ? COCKROACHDB : POSTGRESQL;
    return openPostgres(url.replace(/^cockroachdb:/, 'postgres:'), log, { ...postgres, profile });
  }
  throw new Error('DATABASE_URL must be sqlite:PATH or postgres://USER:PASSWORD@HOST/DATABASE');
}
