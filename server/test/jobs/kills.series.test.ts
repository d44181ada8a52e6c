import type { Job } from '@orgdesk/contract';
import { describe, expect, test } from 'vitest';
import { SENDING_UNKNOWN_MS } from '../../src/lib/limits/jobs.ts';
import { jobsAs } from '../features/invitations/jobs/jobs.ts';
import { addOrganization, previewed, startChange } from '../features/people-changes/changing.ts';
import { fetchOnce } from '../support/browser.ts';
import { ENGINES_OF_RULES } from '../support/databases/engines.ts';
import { upTo } from '../support/databases/records.ts';
import { commandToRepeatThis } from '../support/random/properties.ts';
import { randomNumbers } from '../support/random/random-numbers.ts';
import { inSeries } from '../support/series.ts';
import { stoppedService } from '../support/service/stopped-service.ts';
import { workUntilKilled } from './mortal-instance.ts';

const ROUNDS = inSeries(12, 3, 40);
const STEPS = 14;
const KILLED_WITHIN_CALLS = 18;
const MINUTE_MS = 60_000;

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('jobs on %s', (engine) => {
  const { service, world, control, signIn } = stoppedService({ engine });

  /** A job of four people, with two owners. */
  async function begin(kind: Job['kind']) {
    const prepared = addOrganization(service());
    const { organization, owner } = prepared;
    const other = prepared.member('admin');
    const members = upTo(4).map(() => prepared.member());
    const headers = { [owner]: await signIn(owner), [other]: await signIn(other) };
    const as = (who: string) => jobsAs(service(), headers[who] ?? {}, organization);
    const start = async (): Promise<Job> => {
      const where = { organization, headers: headers[owner] ?? {} };
      if (kind === 'invitations') return as(owner).begin(upTo(4).map(() => ({ login: prepared.person() })));
      const path = `${service().url}/api/organizations/${organization}/access-exports`;
      const answer =
        kind === 'access-export'
          ? await fetchOnce(path, { method: 'POST', headers: where.headers })
          : await startChange(service(), where, {
              previews: [(await previewed(service(), where, { kind: 'remove' }, members)).preview],
            });
      return (answer.json as { readonly job: Job }).job;
    };
    const signAgain = async () => {
      await fetchOnce(`${service().url}/api/auth/logout`, { method: 'POST', headers: headers[owner] ?? {} });
      headers[owner] = await signIn(owner);
    };
    return { ...prepared, other, as, signAgain, job: await start() };
  }

  test.each(['invitations', 'people-change', 'access-export'] as const)(
    'of %s end in every order of actions, faults and kills, with each row done once',
    async (kind) => {
      for (const round of upTo(ROUNDS)) {
        const random = randomNumbers(`${kind} ${round}`);
        control().clearFaults();
        service().clock.advance(3 * 60 * MINUTE_MS);
        const { organization, owner, other, as, signAgain, roleOf, job } = await begin(kind);
        const { id } = job;
        const history: string[] = [];

        const work = async (calls = Number.POSITIVE_INFINITY) => {
          const killedBy = await workUntilKilled(service(), { calls, isLastMade: random.isLikely(0.5) });
          history.push(`work${killedBy === null ? '' : `, killed in ${killedBy}`}`);
          if (killedBy !== null) await service().storage.dueWork.shortenLeases(0);
        };
        const someone = () => (random.isLikely(0.5) ? owner : other);
        const act = (verb: string) => async () => {
          const isContested = random.isLikely(0.3);
          await Promise.all([
            as(someone()).change(id, verb),
            ...(isContested ? [as(someone()).change(id, 'take-over'), work(random.upTo(KILLED_WITHIN_CALLS))] : []),
          ]);
        };
        const steps = {
          work: () => work(),
          kill: () => work(random.upTo(KILLED_WITHIN_CALLS)),
          pause: act('pause'),
          resume: act('resume'),
          'take over': act('take-over'),
          cancel: async () => (random.isLikely(0.3) ? act('cancel')() : undefined),
          async fault() {
            const match = {
              method: random.isLikely(0.5) ? 'DELETE' : 'POST',
              path: new RegExp(`^/orgs/${organization}/`),
            };
            control().fault({ kind: 'reset', after: random.isLikely(0.5), times: 1, match });
          },
          async 'end session'() {
            control().clearFaults();
            await signAgain();
          },
          async 'lose rights'() {
            world().setRole(organization, owner, 'member');
            service().clock.advance(MINUTE_MS + 1_000);
            await work();
            world().setRole(organization, owner, 'admin');
            service().clock.advance(MINUTE_MS + 1_000);
          },
          wait: async () => service().clock.advance(SENDING_UNKNOWN_MS),
        };
        const names = Object.keys(steps) as readonly (keyof typeof steps)[];
        const chosen = [...names, 'work', 'kill', 'kill'] as const;
        for (const _ of upTo(STEPS)) {
          const name = chosen[random.upTo(chosen.length) - 1] ?? 'work';
          history.push(name);
          await steps[name]();
          service().clock.advance(1_100);
        }

        // Whoever is an owner does what is offered.
        control().clearFaults();
        let last = await as(other).read(id);
        for (let step = 0; step < 60 && (last.endedAt === null || last.state === 'failed'); step += 1) {
          if (last.state === 'failed' || last.state === 'paused') await as(other).change(id, 'take-over');
          await work();
          service().clock.advance(step % 5 === 4 ? 6 * MINUTE_MS : SENDING_UNKNOWN_MS / 10);
          last = await as(other).read(id);
        }
        const said = `${kind} ${round}: ${history.join('; ')}; to repeat it: ${commandToRepeatThis()}`;
        expect(['done', 'cancelled'], said).toContain(last.state);
        expect([last.counts.ready, last.counts.sending], said).toEqual([0, 0]);
        for (const { login, outcome } of await as(other).rows(id)) {
          // What became of a row that failed is not known.
          if (kind !== 'people-change' || outcome === 'failed') continue;
          expect([login, outcome, roleOf(login ?? '') === null], said).toEqual([
            login,
            outcome,
            outcome === 'changed' || outcome === 'nothing-to-do',
          ]);
        }
        const organizationId = world().organization(organization)?.id ?? 0;
        const trail = await service().storage.auditTrail.read({ organizationId, limit: 200 }, service().clock.now());
        const done = trail.filter(({ way, outcome }) => way === 'job' && outcome === 'done');
        expect(new Set(done.map(({ target }) => target?.name)).size, said).toBe(done.length);
        expect(await service().storage.dueWork.dead(organizationId, 9), said).toEqual([]);
      }
    },
    inSeries(20, 5) * MINUTE_MS,
  );
});
