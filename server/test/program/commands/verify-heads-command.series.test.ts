import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { createFileTarget } from '../../../src/audit/head-targets.ts';
import { createHeadKey, verifierKey } from '../../../src/audit/heads.ts';
import { createSignNote } from '../../../src/audit/sign-heads.ts';
import { unsignedReport } from '../../../src/lib/unsigned-report.ts';
import { addEntries, ENTROPY, forgetHeads, HOST, rewriteTrail, rollBackTrail, sign } from '../../audit/heads.ts';
import { eventOf, NOON } from '../../audit/store/trails.ts';
import { ENGINES, ENGINES_OF_RULES, freshDatabaseUrl } from '../../support/databases/engines.ts';
import { emptyFolder } from '../../support/empty-folder.ts';
import { runtimeWith } from '../../support/runtime.ts';
import { run } from '../configured.ts';

/** Runs `orgdesk audit` to its end. */
async function audit(databaseUrl: string, ...parameters: readonly string[]) {
  const program = run({ env: { DATABASE_URL: databaseUrl }, parameters: ['audit', ...parameters] });
  const { code } = await program.ended;
  return { code, out: program.out(), err: program.err() };
}

const MAIN = fileURLToPath(new URL('../../../src/main.js', import.meta.url));

async function auditWithInput(databaseUrl: string, input: string, ...parameters: readonly string[]) {
  const env = { PATH: process.env.PATH ?? '', DATABASE_URL: databaseUrl };
  const child = spawn(process.execPath, [MAIN, 'audit', ...parameters], { env, stdio: ['pipe', 'pipe', 'ignore'] });
  child.stdin.end(input);
  return textOf(child.stdout);
}

describe.each(ENGINES_OF_RULES)('orgdesk audit verify --head on $name', (engine) => {
  test('proves that audit logs extend kept heads, and finds those rewritten or rolled back', async () => {
    const url = await freshDatabaseUrl(engine.name);
    const { storage, rawQuery } = await engine.open({ url });
    const path = join(emptyFolder(), 'heads.txt');
    const targets = [createFileTarget(path)];
    await addEntries(storage, 3);
    await storage.auditTrail.record([eventOf({ organization: { id: 20, login: 'Twenty' } })], NOON);
    await sign(storage, { targets });
    await addEntries(storage, 2);
    await sign(storage, { targets });
    await addEntries(storage, 2);

    const whole = await audit(url, 'verify', '--head', path);
    expect(whole).toEqual({
      code: 0,
      err: '',
      out: [
        'verified  ten (10) still begins with the 3 rows of this head.',
        'verified  ten (10) still begins with the 5 rows of this head.',
        'verified  Twenty (20) still begins with the 1 rows of this head.\n',
      ].join('\n'),
    });
    const listed = await audit(url, 'keys');
    const [key = '', other = ''] = listed.out.split('\n');
    expect([key, other]).toEqual([
      expect.stringMatching(/^orgdesk\.example\.com\/organizations\/10\+/),
      expect.stringMatching(/^orgdesk\.example\.com\/organizations\/20\+/),
    ]);
    const note = (await storage.auditHeads.latest(10))?.note ?? '';
    const cosigned = `${note}\u2014 witness.example/w1 ${Buffer.alloc(76, 5).toString('base64')}\n`;
    const fromInput = await auditWithInput(url, cosigned, 'verify', '--head', '-', '--key', key, '--json');
    expect(JSON.parse(fromInput)).toEqual({ extended: true, login: 'ten', organizationId: 10, size: 5, fault: null });

    const cutOff = join(emptyFolder(), 'cut-off.txt');
    const [before = '', last = ''] = readFileSync(path, 'utf8').split(/(?=\norgdesk[^\n]+\n5\n)/);
    writeFileSync(cutOff, `${before}${last.slice(0, 45)}`);
    await createFileTarget(cutOff).deliver(
      { organizationId: 10, size: 5, note, signedAt: NOON, sentSize: 0 },
      async () => null,
    );
    expect(await audit(url, 'verify', '--head', cutOff)).toEqual({
      code: 1,
      err: `Not verified: 3 lines of ${cutOff}, which are of no signed head.\n`,
      out: whole.out,
    });

    await rewriteTrail(rawQuery, 10, 4);
    expect((await audit(url, 'verify')).code).toBe(0);
    const rewritten = await audit(url, 'verify', '--head', path);
    expect(rewritten.code).toBe(4);
    expect(rewritten.out).toContain('verified  ten (10) still begins with the 3 rows of this head.');
    expect(rewritten.out).toContain(
      'FAULT     ten (10) and a head of 5 rows: one of them, or a row before, was changed.',
    );
    await rollBackTrail(rawQuery, 10, 4);
    await forgetHeads(rawQuery, 10);
    expect((await audit(url, 'verify', '--head', path)).out).toContain(
      'FAULT     ten (10) and a head of 5 rows: it has fewer rows now: it was rolled back or cut off.',
    );
    await rawQuery('delete from audit_rows where organization_id = 10 and number = 2');
    expect((await audit(url, 'verify', '--head', path)).out).toContain('its hash chain is broken');
    await rawQuery('delete from audit_head_keys');
    const unknown = await audit(url, 'verify', '--head', path);
    expect([unknown.code, unknown.out]).toEqual([4, expect.stringContaining('is not signed with a known key')]);
    expect(await audit(url, 'verify', '--head', path, '--key', key)).toMatchObject({ code: 4 });
  });
});

test('orgdesk audit verify --report finds a report that was changed, or signed by others', async () => {
  const url = await freshDatabaseUrl('SQLite');
  const opened = await ENGINES[0]?.open({ url });
  if (opened === undefined) throw new Error('there is no engine');
  const { storage } = opened;
  const runtime = runtimeWith({ clock: { now: () => NOON }, entropy: ENTROPY });
  const noteSigner = (makesKey: boolean) => createSignNote(runtime, storage.auditHeads, HOST, makesKey);
  const lines = ['{"account":{"id":7}}', '{"result":"gone"}'];
  expect(await noteSigner(false)('people/7', lines)).toBe(null);
  const document = (await noteSigner(true)('people/7', lines)) ?? '';
  expect(await noteSigner(false)('people/7', lines), 'with the stored key').toBe(document);
  const path = join(emptyFolder(), 'report.txt');
  writeFileSync(path, document.replaceAll('\n', '\r\n'));
  expect(await audit(url, 'verify', '--report', path)).toEqual({
    code: 0,
    err: '',
    out: 'verified  orgdesk.example.com/people/7: the report has not changed since it was signed.\n',
  });
  expect(JSON.parse(await auditWithInput(url, document, 'verify', '--report', '-', '--json'))).toEqual({
    verified: true,
    origin: 'orgdesk.example.com/people/7',
  });
  const [key = ''] = (await storage.auditHeads.keys()).map(({ publicKey }) => publicKey);
  const printed = await verifierKey('orgdesk.example.com/people/7', key);
  expect(await audit(url, 'verify', '--report', path, '--key', printed)).toMatchObject({ code: 0 });
  const other = await verifierKey('other', createHeadKey(ENTROPY).publicKey);
  expect(await audit(url, 'verify', '--report', path, '--key', other)).toMatchObject({ code: 4 });
  writeFileSync(path, unsignedReport('This service signs nothing.', lines));
  expect(await audit(url, 'verify', '--report', path)).toEqual({
    code: 4,
    err: '',
    out: `UNSIGNED  ${path}: the report is not signed, so it proves nothing.\n`,
  });
  writeFileSync(path, document.replace('gone', 'there'));
  expect(await audit(url, 'verify', '--report', path)).toMatchObject({
    code: 4,
    out: expect.stringContaining('FAULT     orgdesk.example.com/people/7'),
  });
});

test('what is no head, no key or no file is refused with the reason', async () => {
  const url = await freshDatabaseUrl('SQLite');
  await ENGINES[0]?.open({ url });
  const path = join(emptyFolder(), 'something.txt');
  writeFileSync(path, 'something else\n');
  const wrong = async (...parameters: readonly string[]) => {
    const { code, out, err } = await audit(url, ...parameters);
    expect(out).toBe('');
    return [code, err.split('\n')[0]];
  };
  expect(await wrong('verify', '--head', path)).toEqual([
    1,
    `Not verified: ${path} has something else than signed heads.`,
  ]);
  expect(await wrong('verify', '--head', `${path}x`)).toEqual([1, `Not verified: ${path}x cannot be read.`]);
  expect(await wrong('verify', '--head', path, '--key', 'x')).toEqual([
    1,
    'Not verified: --key must be a public key as printed by audit keys.',
  ]);
  expect(await wrong('verify', '--report', path)).toEqual([
    1,
    `Not verified: ${path} has something else than a signed report.`,
  ]);
  expect(await wrong('verify', '--report', `${path}x`)).toEqual([1, `Not verified: ${path}x cannot be read.`]);
  for (const parameters of [
    ['verify', '--key', 'x'],
    ['verify', 'acme', '--head', path],
    ['verify', 'acme', '--report', path],
    ['verify', '--head', path, '--report', path],
    ['keys', '--report', path],
    ['keys', 'acme'],
    ['keys', '--head', path],
  ])
    expect((await wrong(...parameters))[0]).toBe(2);
});
