import { describe, expect, test } from 'vitest';
import { ENGINES_OF_RULES, type OpenStorage, TOKEN_SECRET } from '../../support/databases/engines.ts';
import { pieceOf } from '../../support/series.ts';
import { sharedService } from '../../support/service/shared-service.ts';
import { CHANGES, type SignedInPerson, signInPerson } from './writes.ts';

const PATHS = ['/api/auth/session', '/api/organizations', '/api/organizations/FIRST'];

/** Without the trigger that sets it, a stamp is missing. */
const TRIGGERS = {
  SQLite: `select name, tbl_name, sql from sqlite_schema where type = 'trigger' and sql like '%stamp%'`,
  PostgreSQL: `select tgname as name, tgrelid::regclass::text as tbl_name, '' as sql from pg_trigger
    join pg_proc on pg_proc.oid = tgfoid where not tgisinternal and prosrc like '%stamp%'`,
};

describe.each(ENGINES_OF_RULES)('answers kept by an instance, on $name', (engine) => {
  const service = sharedService({ engine: engine.name });
  const opened = async () => {
    const url = service().databaseUrl;
    const written = await engine.open({ url });
    const ahead = await engine.open({ url, tokenSecrets: ['another token secret of the tests', TOKEN_SECRET] });
    const signIn = () => signInPerson(written.storage, ahead.storage, service().clock.now());
    return { ...written, signIn };
  };
  const answersOf = ({ id, profile }: SignedInPerson, query = '') =>
    Promise.all(
      PATHS.map(async (path) => {
        const url = `${service().url}${path.replace('FIRST', profile.memberships[0]?.organization.login ?? '')}${query}`;
        const answer = await fetch(url, { headers: { authorization: `Bearer ${id}` } });
        return { status: answer.status, type: answer.headers.get('content-type'), body: await answer.json() };
      }),
    );
  /** Answers before and after a change, and those that are not kept. */
  const change = async (person: SignedInPerson, write: (person: SignedInPerson) => Promise<unknown>) => {
    await answersOf(person);
    const before = await answersOf(person);
    await write(person);
    return { before, after: await answersOf(person), truth: await answersOf(person, '?read=again') };
  };
  const isStale = async (
    made: SignedInPerson,
    write: (person: SignedInPerson) => Promise<unknown>,
  ): Promise<boolean> => {
    const { after, truth } = await change(made, write);
    return JSON.stringify(after) !== JSON.stringify(truth);
  };

  test.each(CHANGES)('show what another instance writes (%s)', async (_name, write) => {
    const { before, after, truth } = await change(await (await opened()).signIn(), write);
    expect(before.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(after).toEqual(truth);
    expect(after).not.toEqual(before);
  });

  test('are sent again while nothing changes, by the stamps alone', async () => {
    const { signIn, rawQuery } = await opened();
    const made = await signIn();
    const { before, after } = await change(made, () =>
      rawQuery(`update sessions set created_at = 0 where session_key = '${made.key}'`),
    );
    expect(after).toEqual(before);
    const stamping = (await triggersOf({ rawQuery })).filter(({ name }) => name === 'users_stamped');
    await removed({ rawQuery }, stamping);
    expect(await isStale(await signIn(), ({ profile }) => renamed({ rawQuery }, profile.user.id))).toBe(true);
    for (const trigger of stamping) await restored({ rawQuery }, trigger);
  });

  test('would be stale without any one of the stamps', async () => {
    const { signIn, rawQuery } = await opened();
    const triggers = await triggersOf({ rawQuery });
    expect(triggers.length).toBeGreaterThan(0);
    const unnoticed: string[] = [];
    for (const trigger of pieceOf(triggers, 4)) {
      await removed({ rawQuery }, [trigger]);
      let noticed = false;
      for (const [, write] of CHANGES) noticed ||= await isStale(await signIn(), write);
      if (!noticed) unnoticed.push(String(trigger.name));
      await restored({ rawQuery }, trigger);
    }
    expect(unnoticed).toEqual([]);
  });

  type Trigger = Readonly<Record<string, unknown>>;
  type Raw = Pick<OpenStorage, 'rawQuery'>;
  const triggersOf = ({ rawQuery }: Raw): Promise<readonly Trigger[]> => rawQuery(TRIGGERS[engine.name]);
  const renamed = ({ rawQuery }: Raw, id: number) =>
    rawQuery(`update host_users set name = 'New' where user_id = ${id}`);
  async function removed({ rawQuery }: Raw, triggers: readonly Trigger[]): Promise<void> {
    for (const { name, tbl_name: table } of triggers)
      await rawQuery(
        engine.name === 'SQLite' ? `drop trigger ${name}` : `alter table ${table} disable trigger ${name}`,
      );
  }
  async function restored({ rawQuery }: Raw, { name, tbl_name: table, sql }: Trigger): Promise<void> {
    await rawQuery(engine.name === 'SQLite' ? String(sql) : `alter table ${table} enable trigger ${name}`);
  }
});
