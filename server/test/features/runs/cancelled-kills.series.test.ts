import { describe, expect, test } from 'vitest';
import { workUntilKilled } from '../../jobs/mortal-instance.ts';
import { ENGINES } from '../../support/databases/engines.ts';
import { upTo } from '../../support/databases/records.ts';
import { inSeries } from '../../support/series.ts';
import { stoppedService } from '../../support/service/stopped-service.ts';
import { changesRequested } from '../people-changes/changing.ts';
import { addShared, runOver, runsAs, statesOf } from './running.ts';

const ROUNDS = inSeries(10, 5, 40);
/** Less than twelve invitations and as many removals take. */
const SECONDS_OF_TWELVE = 20;
const CALLS_OF_CHANGE = 16;

describe.each(ENGINES.map(({ name }) => name))('a run on %s', (engine) => {
  const { service, world, signIn } = stoppedService({ engine });

  test.each([true, false])(
    'of twelve organizations that is cancelled starts nothing afterwards, whenever an instance is killed; last call made: %s',
    async (isLastMade) => {
      const seen = new Set<string>();
      for (const nth of upTo(ROUNDS)) {
        const { owner, ids, leaver, roleOf } = addShared(service(), 12);
        const runs = runsAs(service(), await signIn(owner));
        const { previews } = await runs.preview({ kind: 'remove' }, [leaver], ids);
        const removals = previews.map(({ organization, preview }) => ({
          organization,
          step: 2,
          previews: [preview.preview],
        }));
        const invitations = ids.map((organization, nth) => ({
          organization,
          invitations: [{ login: world().addUser({ login: `invited-${nth}-by-${owner}` }).login }],
        }));
        const { id } = await runs.begin({ key: 'cancelled', items: [...invitations, ...removals] });
        for (let second = 0; second < (nth * SECONDS_OF_TWELVE) / ROUNDS; second += 1) {
          await service().workOn(['run']);
          await service().workOnJobs();
          service().clock.advance(1_100);
        }
        const calls = 1 + (nth % CALLS_OF_CHANGE);
        const killedBy = await workUntilKilled(service(), { calls, isLastMade });
        const said = `killed in ${killedBy}, call ${calls} of round ${nth}`;
        expect((await runs.cancel(id)).status, said).toBe(200);
        const before = changesRequested(service()).length;
        await service().storage.dueWork.shortenLeases(0);
        const run = await runOver(service(), () => runs.read(id));
        expect(changesRequested(service()), said).toHaveLength(before);
        const states = statesOf(run);
        for (const state of states) seen.add(state);
        expect(
          states.filter((state) => !['done', 'cancelled'].includes(state)),
          said,
        ).toEqual([]);
        // What was not cancelled was done.
        const gone = ids.filter((each) => roleOf(each, leaver) === null).length;
        const lines = (await runs.ask(`/${id}/results.csv`)).text.trimEnd().split('\r\n').slice(1);
        const isDone = (line: string) => /,(?:done|changed|sent),/.test(line);
        expect(
          lines.filter((line) => line.includes(',remove,') && isDone(line)),
          said,
        ).toHaveLength(gone);
        const invited = invitations.filter(
          ({ organization, invitations: [one] }) => roleOf(organization, one?.login ?? '') !== null,
        );
        expect(
          lines.filter((line) => !line.includes(',remove,') && isDone(line)),
          said,
        ).toHaveLength(invited.length);
        expect(lines, said).toHaveLength(24);
        expect(
          lines.filter((line) => !isDone(line) && !line.includes(',cancelled,')),
          said,
        ).toEqual([]);
      }
      expect([...seen].toSorted()).toEqual(['cancelled', 'done']);
    },
  );
});
