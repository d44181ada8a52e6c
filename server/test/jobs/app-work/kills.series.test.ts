import type { Job } from '@orgdesk/contract';
import { afterEach, describe, expect, test } from 'vitest';
import type { AuditRecord } from '../../../src/audit/store/types.ts';
import { ROW_STATES } from '../../../src/domain/job.ts';
import { SENDING_UNKNOWN_MS } from '../../../src/lib/limits/jobs.ts';
import { serviceForJobs } from '../../features/invitations/jobs/jobs.ts';
import { ENGINES } from '../../support/databases/engines.ts';
import { upTo } from '../../support/databases/records.ts';
import { misfitsIn } from '../../support/described-calls.ts';
import { commandToRepeatThis } from '../../support/random/properties.ts';
import { randomNumbers } from '../../support/random/random-numbers.ts';
import { inSeries } from '../../support/series.ts';
import { workUntilKilled } from '../mortal-instance.ts';
import { organizationForSteps, type Prepared, type STEPS } from './steps.ts';

const KILLS = inSeries(20, 4, 80);
const KILLED_WITHIN_CALLS = 30;
const MINUTE_MS = 60_000;

type Kind = keyof typeof STEPS;
const KINDS: readonly Kind[] = ['invitations', 'people-change', 'organization-file'];
const MADE: readonly (string | null)[] = ['sent', 'changed'];

/** Calls that are made for a row. */
const OF_ROWS = new Set([
  'send',
  'query',
  'change',
  'refusalOf',
  'tokenForReads',
  'tokenForStep',
  'beginSending',
  'settle',
]);

let jobs = 0;

/** Starts a job of a few rows that nothing else is about. */
async function begin(house: Prepared, kind: Kind): Promise<Job> {
  jobs += 1;
  switch (kind) {
    case 'invitations': {
      const people = upTo(3).map(() => ({ login: house.person() }));
      const rows = [...people, { email: `somebody-${jobs}@mail.example` }, { login: house.person(), role: 'admin' }];
      return house.begin(house.ada, rows, `killed-${jobs}`);
    }
    case 'people-change':
      return house.change({ kind: 'remove' }, ...upTo(5).map(() => house.member()));
    case 'organization-file': {
      // A creation that may be lost needs a person: what the App does not find, may be hidden from it.
      house.world.addTeam({ organization: house.organization, name: `Team ${jobs}` });
      const members = `members: [${house.member()}, ${house.pilot}]`;
      const entry = `team-${jobs}: {description: New, ${members}, repositories: {api: push}}`;
      return house.apply(`people: {members: [${house.person()}]}\nteams: {entries: {${entry}}}`);
    }
  }
}

describe.each(ENGINES.map(({ name }) => name))(
  'instances that are killed while the App continues jobs, on %s',
  (engine) => {
    const service = serviceForJobs({ engine });
    afterEach(() => expect(misfitsIn(service().simulator, 'cloud')).toEqual([]));

    const changesIn = ({ organization }: Prepared) => service().simulator.control.changes({ organization, via: 'api' });
    const changeTokens = (house: Prepared): number =>
      service()
        .simulator.control.issuedScopes()
        .filter(({ installationId, permissions }) => {
          const levels = Object.values((permissions ?? {}) as Readonly<Record<string, string>>);
          return installationId === house.installationId && levels.includes('write');
        }).length;

    /** Holds at any time: nothing is made twice, or without an entry that says so before. */
    async function expectRecorded(house: Prepared, said: string): Promise<readonly AuditRecord[]> {
      const { organizationId } = house;
      const trail = await service().storage.auditTrail.read({ organizationId, limit: 10_000 }, service().clock.now());
      // Webhooks tell of the same changes.
      const byApp = trail.filter(({ carriedOutBy, way }) => carriedOutBy === 'app' && way === 'job');
      const changes = changesIn(house);
      const names = changes.map(({ kind, target, within }) => `${kind} ${target} ${within}`);
      expect(names.length, said).toBe(new Set(names).size);
      for (const { target, within, at, actor } of changes) {
        const intents = byApp.filter((entry) => [target, within].includes(entry.target?.name ?? ''));
        expect([actor, intents.some((entry) => entry.at.getTime() <= Date.parse(at))], said).toEqual([
          expect.stringMatching(/\[bot\]$/),
          true,
        ]);
      }
      expect(changeTokens(house), said).toBeLessThanOrEqual(byApp.length);
      return byApp;
    }

    async function expectThrough(house: Prepared, ids: readonly string[], said: string): Promise<number> {
      let made = 0;
      for (const id of ids) {
        const job = { organizationId: house.organizationId, id };
        expect(await house.stored(id), said).toMatchObject({ state: 'done', counts: { ready: 0, sending: 0 } });
        const rows = await service().storage.jobs.rows(job, { after: 0, limit: 100, states: ROW_STATES });
        expect(
          rows.map(({ state }) => state).filter((state) => !MADE.includes(state)),
          said,
        ).toEqual([]);
        made += rows.length;
      }
      const done = (await expectRecorded(house, said)).filter(({ outcome }) => outcome === 'done');
      const names = done.map(
        ({ action, target, after }) => `${action} ${target?.name} ${after.team} ${after.repository}`,
      );
      expect([changesIn(house).length, done.length, new Set(names).size], said).toEqual([made, made, made]);
      for await (const proof of service().storage.auditTrail.verify(house.organizationId))
        expect(proof.ok, said).toBe(true);
      expect(await service().storage.dueWork.dead(house.organizationId, 9), said).toEqual([]);
      return made;
    }

    /** Lets time pass: a row that may have been sent is looked up only later. */
    async function wait(house: Prepared, ids: readonly string[]): Promise<void> {
      await service().storage.dueWork.shortenLeases(0);
      const stored = await Promise.all(ids.map((id) => house.stored(id)));
      const isUnknown = stored.some(({ counts }) => counts.sending > 0);
      service().clock.advance(isUnknown ? SENDING_UNKNOWN_MS : 1_100);
    }

    const areOver = async (house: Prepared, ids: readonly string[]): Promise<boolean> =>
      (await Promise.all(ids.map((id) => house.stored(id)))).every(({ endedAt }) => endedAt !== null);

    async function started(house: Prepared, kinds: readonly Kind[]): Promise<readonly string[]> {
      await house.signIn(house.ada);
      const ids = [];
      for (const kind of kinds) ids.push((await begin(house, kind)).id);
      await house.signOut(house.ada);
      return ids;
    }

    test.each(KINDS)(
      'make each row of a job of %s once, with an entry before',
      async (kind) => {
        const random = randomNumbers(`killed ${kind}`);
        const house = await organizationForSteps(service());
        const begun: string[] = [];
        const killedBy: string[] = [];
        while (killedBy.length < KILLS) {
          const ids = await started(house, [kind]);
          begun.push(...ids);
          for (let lives = 0; lives < 400 && !(await areOver(house, ids)); lives += 1) {
            const calls = killedBy.length < KILLS ? random.upTo(KILLED_WITHIN_CALLS) : Number.POSITIVE_INFINITY;
            const by = await workUntilKilled(service(), { calls, isLastMade: random.isLikely(0.5) });
            if (by !== null) killedBy.push(by);
            await expectRecorded(house, `${killedBy.join(' ')}; to repeat it: ${commandToRepeatThis()}`);
            await wait(house, ids);
          }
        }
        await expectThrough(house, begun, `${killedBy.join(' ')}; to repeat it: ${commandToRepeatThis()}`);
      },
      inSeries(20, 5) * MINUTE_MS,
    );

    test(
      'make each row once if two of them and another work at the same time, in jobs of all kinds',
      async () => {
        const random = randomNumbers('killed beside others');
        const other = await service().addInstance();
        const house = await organizationForSteps(service());
        const begun: string[] = [];
        let kills = 0;
        while (kills < KILLS) {
          const ids = await started(house, KINDS);
          begun.push(...ids);
          for (let lives = 0; lives < 400 && !(await areOver(house, ids)); lives += 1) {
            const life = () => ({ calls: random.upTo(KILLED_WITHIN_CALLS), isLastMade: random.isLikely(0.5) });
            const killedBy = await Promise.all([
              workUntilKilled(service(), life()),
              workUntilKilled(service(), life()),
              random.isLikely(0.3) ? other.workOnJobs().then(() => null) : null,
            ]);
            kills += killedBy.filter((by) => by !== null && OF_ROWS.has(by)).length;
            await expectRecorded(house, `${kills} kills; to repeat it: ${commandToRepeatThis()}`);
            await wait(house, ids);
          }
        }
        await expectThrough(house, begun, `${kills} kills; to repeat it: ${commandToRepeatThis()}`);
        await other.close();
      },
      inSeries(20, 5) * MINUTE_MS,
    );
  },
);
