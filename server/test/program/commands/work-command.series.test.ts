import { describe, expect, test } from 'vitest';
import { eventOf } from '../../audit/store/trails.ts';
import { ENGINES } from '../../support/databases/engines.ts';
import { run } from '../configured.ts';

describe.each(ENGINES)('orgdesk work on $name', ({ open }) => {
  test('lists what failed too often with its reason, and makes it due again', async () => {
    const { storage, url } = await open();
    const now = new Date();
    const item = { organizationId: 7, kind: 'mail', key: 'abc', dueAt: now, requestId: null };
    await storage.dueWork.add([item, { ...item, organizationId: 0, key: '' }], now);
    const { auditTrail } = storage;
    await auditTrail.record([eventOf({ organization: { id: 7, login: 'seven' } })], now);
    const kinds = [{ kind: 'mail', room: 2, running: 0 }];
    for (const claimed of await storage.dueWork.claim({ holder: 'h', kinds, limit: 2, leaseMs: 9_000 }, now))
      await storage.dueWork.fail(claimed, { attempts: 3, error: 'it is broken', retryAt: null }, now);
    const orgdesk = async (...parameters: string[]) => {
      const program = run({
        env: { DATABASE_URL: url, TOKEN_SECRET: 'a token secret of the program tests' },
        parameters: ['work', ...parameters],
      });
      const { code } = await program.ended;
      return [code, program.out()];
    };
    const ended = `3 attempts  ${now.toISOString()}  it is broken\n`;
    expect(await orgdesk('list')).toEqual([0, `0  mail    ${ended}7  mail  abc  ${ended}`]);
    expect(await orgdesk('list', '--json')).toEqual([0, expect.stringContaining('"error":"it is broken"')]);
    expect(await orgdesk('retry', '7', 'mail', 'abc')).toEqual([0, 'It is due again.\n']);
    expect(await orgdesk('retry', '7', 'mail', 'abc')).toEqual([3, '']);
    expect(await orgdesk('retry', '0', 'mail')).toEqual([0, 'It is due again.\n']);
    expect(await orgdesk('list')).toEqual([0, 'No failed work.\n']);
    const entries = await auditTrail.read({ organizationId: 7, action: 'work', limit: 9 }, now);
    const target = { kind: 'job', id: null, name: 'abc' };
    const organization = { id: 7, login: 'seven' };
    expect(entries).toMatchObject([{ organization, way: 'command', actor: null, target, after: { kind: 'mail' } }]);
    expect(await auditTrail.read({ organizationId: 0, limit: 9 }, now)).toEqual([]);
    expect(await orgdesk('retry')).toEqual([2, '']);
  });
});
