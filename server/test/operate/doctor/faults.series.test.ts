import { describe, expect, test } from 'vitest';
import type { ReportLine } from '../../../src/operate/doctor/diagnose.ts';
import { type Fault, plant } from './faults/fault.ts';
import { FAULTS } from './faults/faults.ts';
import { NOT_NAMED } from './faults/not-named.ts';
import { check, troublesIn } from './set-up.ts';

/** Healthy set-ups have notes as well. */
const isNoted =
  ({ check: name, standing }: Fault) =>
  (line: ReportLine): boolean =>
    line.check === name && line.standing === standing;

/** One fault at a time: the check it concerns tells of it, with the next step, and no other does. */
async function isNamed(fault: Fault, engine: keyof typeof FAULTS): Promise<void> {
  const { setUp, change } = await plant(fault, engine);

  const report = await check(setUp, change, fault.envFileMode);

  const lines = Array.from({ length: fault.lines ?? 1 }, () => ({
    check: fault.check,
    standing: fault.standing,
    fact: expect.stringMatching(fault.fact),
    next: expect.stringMatching(fault.next),
  }));
  const isNote = fault.standing === 'note';
  expect(isNote ? report.lines.filter(isNoted(fault)) : troublesIn(report)).toEqual(lines);
  if (isNote) expect(troublesIn(report)).toEqual([]);
  for (const { because } of report.unjudged) expect([fault.check, 'app', 'settings']).toContain(because);
}

describe.each(['SQLite', 'PostgreSQL'] as const)('a check of the set-up, on %s, names', (engine) => {
  test.each(FAULTS[engine].map((fault) => [fault.name, fault] as const))('%s', (_name, fault) =>
    isNamed(fault, engine),
  );
});

test('of a hundred and eleven faults and more, all but some twentieth can be named', () => {
  const named = new Set(Object.values(FAULTS).flatMap((faults) => faults.map(({ name }) => name)));
  for (const [name] of NOT_NAMED) expect(named).not.toContain(name);
  expect(named.size).toBeGreaterThanOrEqual(111);
  expect(named.size / (named.size + NOT_NAMED.length)).toBeGreaterThanOrEqual(105 / 111);
});
