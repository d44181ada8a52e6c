import { describe, expect, test } from 'vitest';
import { workUntilKilled } from '../../jobs/mortal-instance.ts';
import { ENGINES_OF_RULES } from '../../support/databases/engines.ts';
import { upTo } from '../../support/databases/records.ts';
import { inSeries } from '../../support/series.ts';
import { stoppedService } from '../../support/service/stopped-service.ts';
import { addShared, runOver, runsAs } from './running.ts';

const CALLS = inSeries(24, 14, 48);

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('a run on %s', (engine) => {
  const { service, world, signIn } = stoppedService({ engine });

  test.each([true, false])(
    'starts each job once, whenever an instance is killed; last call made: %s',
    async (isLastMade) => {
      const killers = new Set<string>();
      for (const calls of upTo(CALLS)) {
        const { owner, organizations, ids, leaver, roleOf } = addShared(service(), 2);
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
        for (const [index, { organizationId }] of organizations.entries()) {
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
});
