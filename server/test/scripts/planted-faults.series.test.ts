import { expect, test } from 'vitest';
import { MUTANTS } from '../../../scripts/mutants/list.ts';
import { affectedTests } from '../../../scripts/tests/affected-tests.ts';

/** `npm run mutants` shows that these tests notice the faults, so that a choice with them notices the faults as well. */
test('npm test -- --changed chooses, for each planted fault, the tests that are known to notice it', () => {
  const noticeable = MUTANTS.filter(({ equivalent }) => equivalent === undefined);
  for (const [file, faults] of Map.groupBy(noticeable, (mutant) => mutant.file)) {
    const affected = affectedTests([`server/src/${file}`]);
    if (affected.kind === 'all') continue;
    for (const { fault, tests } of faults) {
      const quick = tests.filter((path) => !/[.](series|long)[.]test[.]ts$/.test(path));
      expect(quick, fault).not.toEqual([]);
      const missed = quick.filter((path) => !affected.files.some((chosen) => chosen.startsWith(`server/test/${path}`)));
      expect(missed, `${file}: ${fault}`).toEqual([]);
    }
  }
});
