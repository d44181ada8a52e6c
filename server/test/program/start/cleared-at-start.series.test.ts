import { expect, onTestFinished, test } from 'vitest';
import { ENGINES } from '../../support/databases/engines.ts';
import { signInOf } from '../../support/databases/records.ts';
import { startDemo } from '../../support/service/program.ts';

test.each(ENGINES)(
  'a service on $name clears soon after its start, not only at the next interval',
  async ({ open }) => {
    const { storage, url, rawQuery } = await open();
    await storage.sessions.signIn(signInOf('ada', 1));
    const program = await startDemo({ DATABASE_URL: url, LOG_LEVEL: 'warn' });
    onTestFinished(program.remove);
    await expect.poll(() => rawQuery('select user_id from sessions')).toEqual([]);
  },
);
