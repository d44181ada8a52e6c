import type { CompiledQuery } from 'kysely';
import type { Task, Traces } from '../../lib/traces.ts';
import type { Engine } from './engine.ts';

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
