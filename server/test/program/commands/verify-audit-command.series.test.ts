import { describe, expect, test } from 'vitest';
import { eventOf, NOON } from '../../audit/store/trails.ts';
import { ENGINES_OF_RULES, freshDatabaseUrl } from '../../support/databases/engines.ts';
import { run } from '../configured.ts';

/** Runs `orgdesk audit verify` to its end. */
async function verify(databaseUrl: string, ...more: readonly string[]) {
  const program = run({ env: { DATABASE_URL: databaseUrl }, parameters: ['audit', 'verify', ...more] });
  const { code } = await program.ended;
  return { code, out: program.out(), err: program.err() };
}

describe.each(ENGINES_OF_RULES)('orgdesk audit verify on $name', (engine) => {
  test('proves what is whole, names its head, and finds what was changed by hand', async () => {
    const url = await freshDatabaseUrl(engine.name);
    const { storage, rawQuery } = await engine.open({ url });
    const twenty = { id: 20, login: 'Twenty' };
    await storage.auditTrail.record([eventOf(), eventOf(), eventOf({ organization: twenty })], NOON);
    const [head] = await rawQuery('select newest_hash from audit_heads where organization_id = 10');

    const whole = await verify(url);
    expect([whole.code, whole.err]).toEqual([0, '']);
    expect(whole.out).toContain(`verified  ten (10): 2 rows, 1 to 2. Head: ${String(head?.newest_hash)}`);
    expect(whole.out).toContain('verified  Twenty (20): 1 rows, 1 to 1.');
    expect(whole.out).toContain('can recompute all hashes');

    const one = await verify(url, 'twenty', '--json');
    expect([one.code, JSON.parse(one.out)]).toEqual([
      0,
      { proved: true, login: 'Twenty', organizationId: 20, rows: 1, first: 1, newest: 1, head: expect.any(String) },
    ]);
    expect((await verify(url, '20', '--json')).out).toBe(one.out);
    const unknown = await verify(url, 'nobody');
    expect([unknown.code, unknown.out, unknown.err]).toEqual([
      1,
      '',
      'Not verified: no audit log found for "nobody".\n',
    ]);

    await rawQuery(`update audit_rows set actor_login = 'mallory' where organization_id = 10 and number = 2`);
    const changed = await verify(url);
    expect(changed.code).toBe(4);
    expect(changed.out).toMatch(/^FAULT {5}ten \(10\): row 2 was changed\.\nverified {2}Twenty \(20\)/);
    await rawQuery('delete from audit_rows where organization_id = 10 and number = 2');
    const cut = await verify(url, 'ten', '--json');
    expect([cut.code, JSON.parse(cut.out)]).toEqual([
      4,
      { proved: false, login: 'ten', organizationId: 10, number: 2, fault: 'cut-off' },
    ]);
  });
});

test('a database that is not there is told, with code 1', async () => {
  const away = await verify('postgres://me:word-of-secret@127.0.0.1:1/none');
  expect([away.code, away.out]).toEqual([1, '']);
  expect(away.err).toMatch(/^Not verified: /m);
  expect(away.err).not.toContain('word-of-secret');
});
