import { expect, it } from 'vitest';
import { createTurns } from '../../../src/adapters/storage-sql/engines/sqlite/waiting.ts';

it('turns come in the order in which they are asked for, and what is short goes between them', async () => {
  const turns = createTurns();
  const order: string[] = [];
  const giveOn = await turns.take();
  const second = turns.take().then((giveOnSecond) => {
    order.push('second');
    giveOnSecond();
  });
  const third = turns.take().then((giveOnThird) => {
    order.push('third');
    giveOnThird();
  });
  const read = turns.between(() => order.push('read'));
  const failing = turns.between(() => {
    throw new Error('refused');
  });
  failing.catch(() => {});

  giveOn();
  await Promise.all([second, third, read]);
  await expect(failing).rejects.toThrow('refused');
  expect(order).toEqual(['read', 'second', 'third']);
  expect(await turns.between(() => 'at once')).toBe('at once');
});
