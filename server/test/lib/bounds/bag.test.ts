import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Bag } from '../../../src/lib/bounds.ts';
import { cases } from '../../support/random/properties.ts';

test('a bag holds what a set holds, whatever was added and removed', () => {
  const steps = fc.array(fc.record({ kind: fc.constantFrom('add', 'remove', 'removeEven'), item: fc.nat(9) }));
  fc.assert(
    fc.property(steps, (all) => {
      const bag = new Bag<number>();
      const set = new Set<number>();
      for (const { kind, item } of all) {
        if (kind === 'remove') expect(bag.remove(item)).toBe(set.delete(item));
        else if (kind === 'removeEven') {
          bag.removeWhere((each) => each % 2 === 0);
          for (const each of [...set]) if (each % 2 === 0) set.delete(each);
        } else if (!set.has(item)) {
          bag.add(item);
          set.add(item);
        }
      }
      expect([...bag].toSorted()).toEqual([...set].toSorted());
      expect(bag.size).toBe(set.size);
    }),
    cases({ brief: 100, full: 2_000 }),
  );
});
