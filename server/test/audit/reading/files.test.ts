import type { AuditEntry } from '@orgdesk/contract';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createBrowser } from '../../support/browser.ts';
import { ENGINES_OF_RULES } from '../../support/databases/engines.ts';
import { namesOf, serviceForTrails } from './trail.ts';

const HEAD =
  '\uFEFFnumber,at,settled_at,action,outcome,way,actor_id,actor,target_kind,target_id,target,before,after,message,' +
  'request_id,delivery_id,carried_out_by\r\n';
const FORMULA = '=HYPERLINK("https://evil.example","Click, please")\r\n@SUM(1)';
const RIGHT_TO_LEFT = 'user\u202Egnp.exe';
const day = (at: Date) => at.toISOString().slice(0, 10);

describe.each(ENGINES_OF_RULES)('the audit log as a file on $name', ({ name, open }) => {
  const { service, setUp } = serviceForTrails({ engine: name });

  test('can be opened by a spreadsheet without harm, and begins with its own making', async () => {
    const { organization, owner, record, intend, settle, ask, page } = await setUp();
    const names = ['=1+1', '+1', '-1', '@x', '＝1', '"quoted"', "it's", 'a,b;c', RIGHT_TO_LEFT];
    await record(...names.map((name) => ({ target: { kind: 'email', id: null, name } }) as const));
    const intent = await intend({ before: { text: FORMULA }, after: {}, target: null, actor: null, requestId: null });
    await settle({ intent, outcome: 'refused', message: FORMULA });
    const at = service().clock.now().toISOString();
    const { id } = (await page()).entries.at(-1)?.actor ?? { id: 0 };
    const answer = await ask('.csv?since=2020-01-01');
    const file = `audit-trail-${organization}-${day(service().clock.now())}.csv`;
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${file}"`);
    const [exported] = (await page('?action=audit_trail')).entries;
    const cellOf = (number: number, name: string) =>
      `${number},${at},,member.role_changed,done,console,${id},${owner},email,,${name},` +
      `"{""role"":""member""}","{""role"":""admin""}",,a-request,,\r\n`;
    const cells = [`"'=1+1"`, `"'+1"`, `"'-1"`, `"'@x"`, `"'＝1"`, '"""quoted"""', `"it's"`, '"a,b;c"', RIGHT_TO_LEFT];
    // Answers are read without the mark at the beginning.
    expect(`\uFEFF${answer.text}`).toBe(
      `${HEAD}12,${at},,audit_trail.exported,done,api,${exported?.actor?.id},${owner},export,,${file},,` +
        `"{""since"":""2020-01-01""}",,${exported?.requestId},,\r\n` +
        `10,${at},${at},member.role_changed,refused,console,,,,,,` +
        `"{""text"":""=HYPERLINK(\\""https://evil.example\\"",\\""Click, please\\"")\\r\\n@SUM(1)""}",,` +
        `"'${FORMULA.replaceAll('"', '""')}",,,\r\n${cells
          .map((cell, index) => cellOf(index + 1, cell))
          .toReversed()
          .join('')}`,
    );
  });

  test('is lines of what the page shows, with its filters', async () => {
    const { organization, record, ask, page } = await setUp();
    await record({ action: 'team.created' }, { target: { kind: 'email', id: null, name: 'line\nend "x" \u2028' } });
    const answer = await ask('.ndjson?action=member');
    expect(answer.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="audit-trail-${organization}-${day(service().clock.now())}.ndjson"`,
    );
    const lines = answer.text.split('\n');
    expect(lines.pop()).toBe('');
    const entries = lines.map((line) => JSON.parse(line) as AuditEntry);
    expect(entries).toEqual((await page('?action=member')).entries);
    expect(namesOf(entries)).toEqual(['line\nend "x" \u2028']);
    expect((await page('?action=audit_trail')).entries).toMatchObject([
      { action: 'audit_trail.exported', after: { action: 'member' }, way: 'api', target: { kind: 'export' } },
    ]);
  });

  test('is empty but for its making where there is nothing', async () => {
    const { ask } = await setUp();
    expect((await ask('.csv')).text.trimEnd().split('\r\n')).toHaveLength(2);
    expect((await ask('.csv?action=no.such')).text.trimEnd().split('\r\n')).toHaveLength(1);
    expect((await ask('.ndjson?action=no.such')).text).toBe('');
  });

  test('says when it was taken from the page, by the cookie of a browser, which no other site can make it do', async () => {
    const { addressOf, owner, page } = await setUp();
    const browser = createBrowser();
    await service().signIn(owner, { browser });
    const byOthers = { headers: { 'sec-fetch-site': 'cross-site' } };
    expect((await browser.request(addressOf('.csv'), byOthers)).status).toBe(403);
    expect((await browser.request(addressOf('.ndjson'), byOthers)).status).toBe(403);
    expect((await browser.request(addressOf('.csv'))).status).toBe(200);
    expect((await page()).entries).toMatchObject([{ way: 'console', actor: { login: owner } }]);
  });

  test('has every entry once, however many there are, and none that is added while it is read', async () => {
    const { record, headers, addressOf, page } = await setUp();
    const many = Array.from({ length: 1_234 }, (_, at) => ({
      target: { kind: 'person', id: at, name: `p-${at}` } as const,
    }));
    await record(...many);
    const answer = await fetch(addressOf('.ndjson'), { headers });
    await record({}, {}, {});
    const numbers = (await answer.text())
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as AuditEntry).number);
    expect(numbers).toEqual(Array.from({ length: 1_235 }, (_, at) => 1_235 - at));
    expect((await page('?limit=1')).entries[0]?.number).toBe(1_238);
  });

  test('is not given away when its making cannot be written', async () => {
    const { ask, record } = await setUp();
    await record({ target: { kind: 'person', id: null, name: 'secret-person' } });
    const { rawQuery } = await open({ url: service().databaseUrl, migrate: false });
    await rawQuery('alter table audit_heads rename to audit_heads_away');
    onTestFinished(async () => void (await rawQuery('alter table audit_heads_away rename to audit_heads')));
    for (const path of ['.csv', '.ndjson']) {
      const answer = await ask(path);
      expect(answer.status).toBe(500);
      expect(answer.text).not.toContain('secret-person');
    }
  });
});
