import { describe, expect, test } from 'vitest';
import { jobsAs } from '../../features/invitations/jobs/jobs.ts';
import { ENGINES_OF_RULES } from '../../support/databases/engines.ts';
import { sharedService } from '../../support/service/shared-service.ts';

const CREATIONS = { method: 'POST', path: '/orgs/acme/invitations' };
const AHEAD_MS = 48 * 3_600_000;

describe.each(ENGINES_OF_RULES.map(({ name }) => name))(
  'a job whose clock was two days ahead and is put right, on %s',
  (engine) => {
    const service = sharedService({ engine });

    test('goes on, and looks up the row it was sending', async () => {
      const { clock, simulator, signIn, workOnJobs } = service();
      clock.advance(AHEAD_MS);
      const ahead = jobsAs(service(), (await signIn('ada')).bearer);
      const { id } = await ahead.begin(
        ['sent', 'lost', 'next'].map((name) => ({ email: `${name}@mail.example` })),
        'ahead',
      );
      await workOnJobs();
      clock.advance(2_000);
      simulator.control.fault({ match: CREATIONS, times: 1, kind: 'reset' });
      await workOnJobs();
      await workOnJobs();
      expect((await ahead.read(id)).counts).toMatchObject({ sent: 1, sending: 1, ready: 1 });

      clock.advance(-AHEAD_MS);
      const ada = jobsAs(service(), (await signIn('ada')).bearer);
      await ada.change(id, 'take-over');
      for (let minutes = 0; minutes < 90 && (await ada.read(id)).endedAt === null; minutes += 1) {
        await workOnJobs();
        clock.advance(60_000);
      }
      expect(await ada.read(id)).toMatchObject({ state: 'done', counts: { sent: 3 } });
      expect(Object.values(simulator.control.creations('acme').byInvitee)).toEqual([1, 1, 1]);
    });

    test('that only waits for its turn goes on by itself', async () => {
      const { clock, simulator, signIn, workOnJobs } = service();
      clock.advance(3 * 3_600_000);
      simulator.control.reset();
      const ada = jobsAs(service(), (await signIn('ada')).bearer);
      // Long enough ahead for the pace, and the session is still there afterwards.
      clock.advance(4 * 3_600_000);
      const { id } = await ada.begin(
        ['one', 'two'].map((name) => ({ email: `${name}@mail.example` })),
        'by-itself',
      );
      await workOnJobs();
      await workOnJobs();
      expect((await ada.read(id)).counts).toMatchObject({ sent: 1, ready: 1 });
      clock.advance(-4 * 3_600_000);
      for (let minutes = 0; minutes < 90 && (await ada.read(id)).endedAt === null; minutes += 1) {
        await workOnJobs();
        clock.advance(60_000);
      }
      expect(await ada.read(id)).toMatchObject({ state: 'done', counts: { sent: 2 } });
    });
  },
);
