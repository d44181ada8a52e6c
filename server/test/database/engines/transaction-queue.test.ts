import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { outageIn } from '../../../src/database/engines/engine.ts';
import { busyDeadline, createBusyRetry, createTransactionQueue } from '../../../src/database/engines/sqlite/waiting.ts';

it('turns come in the order in which they are asked for, and what is short goes between them', async () => {
  const queue = createTransactionQueue();
  const order: string[] = [];
  const giveOn = await queue.take();
  const second = queue.take().then((giveOnSecond) => {
    order.push('second');
    giveOnSecond();
  });
  const third = queue.take().then((giveOnThird) => {
    order.push('third');
    giveOnThird();
  });
  const read = queue.runBetween(() => order.push('read'));
  const failing = queue.runBetween(() => {
    throw new Error('refused');
  });
  failing.catch(() => {});

  giveOn();
  await Promise.all([second, third, read]);
  await expect(failing).rejects.toThrow('refused');
  expect(order).toEqual(['read', 'second', 'third']);
  expect(await queue.runBetween(() => 'at once')).toBe('at once');
});

it('a file that was closed while somebody waited for it is away, and a mistake in a statement is no outage', async () => {
  const database = new DatabaseSync(':memory:');
  const retry = createBusyRetry(() => {});
  const thrownBy = (sql: string) => retry(() => database.exec(sql), busyDeadline()).catch((error: unknown) => error);
  expect(outageIn(await thrownBy('select'))).toBeNull();
  database.close();
  expect(outageIn(await thrownBy('select 1'))).toBe('away');
});
