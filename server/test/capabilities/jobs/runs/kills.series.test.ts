import { describe, expect, test } from 'vitest';
import { upTo } from '../../../adapters/storage-sql/records.ts';
import { ENGINES_OF_RULES } from '../../../support/databases/engines.ts';
import { inSeries } from '../../../support/series.ts';
import { stoppedService } from '../../../support/service/stopped-service.ts';
import { changesRequested } from '../../people-changes/changing.ts';
import { workUntilKilled } from '../mortal-instance.ts';
import { addShared, runOver, runsAs, statesOf } from './running.ts';

const CALLS = inSeries(20, 10, 40);
/** Twelve organizations take hundreds of calls. */
const CANCELLED_AFTER = 30;

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('a run on %s', (engine) => {
  const { service, world, signIn } = stoppedService({ engine });

  test.each([true, false])(
    'starts each job once, whenever an instance is killed; last call made: %s',
    async (isLastMade) => {
      const killers = new Set<string>();
      for (const calls of upTo(CALLS)) {
        const { owner, places, ids, leaver, roleOf } = addShared(service(), 2);
        const invited = world().addUser({ login: `invited-by-${owner}` }).login;
        const runs = runsAs(service(), await signIn(owner));
        const { previews } = await runs.preview({ kind: 'remove' }, [leaver], ids);
        const items = [
          ...previews.map(({ organization, preview }) => ({ organization, previews: [preview.preview] })),
          { organization: ids[0], invitations: [{ login: invited }] },
        ];
        const { id } = await runs.begin({ key: 'killed', items });
        const killedBy = await workUntilKilled(service(), { calls, isLastMade });
        killers.add(killedBy ?? 'nothing');
        if (killedBy !== null) await service().storage.dueWork.shortenLeases(0);
        // A row that may have been sent is looked up first.
        const run = await runOver(service(), () => runs.read(id));
        const said = `${calls} calls, killed in ${killedBy}`;
        expect(
          run.items.map(({ job }) => job?.state),
          said,
        ).toEqual(['done', 'done', 'done']);
        expect(
          ids.map((each) => roleOf(each, leaver)),
          said,
        ).toEqual([null, null]);
        for (const [index, { organizationId }] of places.entries()) {
          const { jobs, auditTrail } = service().storage;
          const stored = await jobs.ofOrganization(organizationId, null, 9);
          expect(stored.map(({ kind }) => kind).toSorted(), said).toEqual(
            index === 0 ? ['invitations', 'people-change'] : ['people-change'],
          );
          const trail = await auditTrail.read({ organizationId, limit: 99 }, service().clock.now());
          const done = trail.filter(({ way, outcome }) => way === 'job' && outcome === 'done');
          expect(done.map(({ target }) => target?.name).toSorted(), said).toEqual(
            index === 0 ? [invited, leaver].toSorted() : [leaver],
          );
        }
      }
      expect(killers.size).toBeGreaterThan(1);
    },
  );

  test.each([true, false])(
    'of twelve organizations that is cancelled starts nothing afterwards, whenever an instance is killed; last call made: %s',
    async (isLastMade) => {
      const seen = new Set<string>();
      for (const calls of upTo(CALLS).map((nth) => nth * CANCELLED_AFTER)) {
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
        const killedBy = await workUntilKilled(service(), { calls, isLastMade });
        const said = `${calls} calls, killed in ${killedBy}`;
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
        const csv = (await runs.ask(`/${id}/results.csv`)).text;
        expect(
          csv.split('\r\n').filter((line) => /,remove,.*,(?:done|changed),/.test(line)),
          said,
        ).toHaveLength(gone);
      }
      expect([...seen].toSorted()).toEqual(['cancelled', 'done']);
    },
  );
});
