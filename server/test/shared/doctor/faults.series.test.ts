import { describe, expect, test } from 'vitest';
import { type Fault, plant } from './faults/fault.ts';
import { FAULTS } from './faults/faults.ts';
import { check, troublesIn } from './set-up.ts';

/** One fault at a time: the check it concerns tells of it, with the next step, and no other does. */
async function isNamed(fault: Fault, engine: keyof typeof FAULTS): Promise<void> {
  const { setUp, change } = await plant(fault, engine);

  const report = await check(setUp, change);

  const lines = Array.from({ length: fault.lines ?? 1 }, () => ({
    check: fault.check,
    standing: fault.standing,
    fact: expect.stringMatching(fault.fact),
    next: expect.stringMatching(fault.next),
  }));
  expect(troublesIn(report)).toEqual(lines);
  for (const { because } of report.unjudged) expect([fault.check, 'app', 'settings']).toContain(because);
}

describe.each(['SQLite', 'PostgreSQL'] as const)('a check of the set-up, on %s, names', (engine) => {
  test.each(FAULTS[engine].map((fault) => [fault.name, fault] as const))('%s', (_name, fault) =>
    isNamed(fault, engine),
  );
});
