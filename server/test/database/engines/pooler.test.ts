import { describe, expect, it, onTestFinished } from 'vitest';
import {
  type Connections,
  createCircuit,
  createSuspicion,
  openConnections,
} from '../../../src/database/engines/postgres/connection.ts';
import { prepareRead, rowsOf } from '../../../src/database/engines/postgres/engine.ts';
import { freshDatabaseUrl } from '../../support/databases/engines.ts';
import { upTo } from '../../support/databases/records.ts';

/** One connection that is handed on, as a transaction-mode pooler would. */
async function openConnection(): Promise<Connections> {
  const server = {
    url: await freshDatabaseUrl('PostgreSQL'),
    log: { debug() {}, info() {}, warn() {}, error() {} },
    connectMs: 10_000,
    waitMs: 10_000,
    silentMs: 10_000,
    conflictMs: 10_000,
    noteConflictRetry() {},
    suspicion: createSuspicion(),
    circuit: createCircuit(),
  };
  const connections = openConnections(server, { max: 1 });
  onTestFinished(() => connections.end());
  return connections;
}

const namesOn = async (connections: Connections): Promise<readonly string[]> =>
  rowsOf<{ name: string }>(await connections.query({ text: 'select name from pg_prepared_statements' })).map(
    ({ name }) => name,
  );

describe('repeated query behind a pooler', () => {
  it('is planned once on a connection that keeps it', async () => {
    const connections = await openConnection();
    const double = prepareRead<{ twice: number }>(connections, 'select $1::int * 2 as twice');
    for (const number of upTo(5)) expect(await double([number])).toEqual([{ twice: number * 2 }]);
    expect(await namesOn(connections)).toHaveLength(1);
  });

  it('is answered all the same when the connection forgot it', async () => {
    const connections = await openConnection();
    const double = prepareRead<{ twice: number }>(connections, 'select $1::int * 2 as twice');
    await double([1]);
    await connections.query({ text: 'deallocate all' });
    expect(await Promise.all(upTo(5).map((number) => double([number])))).toEqual(
      upTo(5).map((number) => [{ twice: number * 2 }]),
    );

    await connections.query({ text: 'deallocate all' });
    expect(await double([21])).toEqual([{ twice: 42 }]);
    expect(await namesOn(connections)).toEqual([]);
  });

  it('is answered all the same when another client gave the connection the same name', async () => {
    const [first, second] = [await openConnection(), await openConnection()];
    await prepareRead(first, 'select $1::int * 2 as twice')([1]);
    const [name] = await namesOn(first);
    await second.query({ text: `prepare ${name} as select 'somebody else' as twice` });

    const double = prepareRead<{ twice: number }>(second, 'select $1::int * 2 as twice');
    expect(await double([21])).toEqual([{ twice: 42 }]);
  });

  it('fails like any other query when the query itself is at fault', async () => {
    const divide = prepareRead(await openConnection(), 'select 1 / $1::int');
    await expect(divide([0])).rejects.toThrow(/division by zero/);
    expect(await divide([1])).toHaveLength(1);
  });
});
