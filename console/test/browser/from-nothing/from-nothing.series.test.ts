import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type HostKind, startSimulator } from '@orgdesk/simulator';
import { chromium, type Locator, type Page } from 'playwright-core';
import { expect, inject, onTestFinished, test } from 'vitest';
import { QUICK_FOLDER } from '../../../../server/test/support/databases/quick-folder.ts';
import { freePort } from '../../../../server/test/support/service/ports.ts';
import { type Program, runProgram, untilReady } from '../../../../server/test/support/service/program.ts';
import { CERTIFICATE_FILE, openFront } from './front.ts';

const MAIN = fileURLToPath(new URL('../../../../server/src/main.js', import.meta.url));
const ACTIONS_MAX = 10;

/** Counts actions: shell commands, URLs opened, fields filled, buttons pressed. */
interface Counted {
  readonly actions: readonly string[];
  act<T>(what: string, doing: Promise<T>): Promise<T>;
}

function counted(): Counted {
  const actions: string[] = [];
  return {
    actions,
    act: (what, doing) => {
      actions.push(what);
      return doing;
    },
  };
}

/** The simulator has no sign-in: its pages ask for the person, which a real code host knows. */
async function asAda(page: Page, next: Locator): Promise<void> {
  const who = page.getByRole('link', { name: /Ada Lovelace/ });
  await who.or(next).first().waitFor();
  if (await who.isVisible()) await who.click();
}

/** The command may have ended, with its child processes. */
function endGroup({ pid }: Program): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {}
}

async function outputMatching(program: Program, pattern: RegExp): Promise<string> {
  let ended = false;
  void program.ended.then(() => {
    ended = true;
  });
  for (;;) {
    const found = pattern.exec(program.out());
    if (found !== null) return found[1] ?? found[0];
    if (ended) throw new Error(`ended without printing ${pattern}:\n${program.out()}${program.err()}`);
    await delay(50);
  }
}

const HOSTS: readonly { readonly kind: HostKind; readonly web: string; readonly api: string | null }[] = [
  { kind: 'cloud', web: 'github.com', api: 'api.github.com' },
  { kind: 'ghe.com', web: 'octo.ghe.com', api: 'api.octo.ghe.com' },
  { kind: 'enterprise-server', web: 'git.corp.example', api: null },
];

test.each(HOSTS)('from nothing to an invitation on $web in ten actions', async ({ kind, web, api }) => {
  const port = await freePort();
  const service = `http://localhost:${port}`;
  const host = await startSimulator({
    kind,
    app: null,
    addresses: { web: `https://${web}`, ...(api === null ? {} : { api: `https://${api}` }) },
    receiverAt: (url) => url.replace('https://desk.example', service),
  });
  host.control.reachLoopback(false);
  const real = `http://127.0.0.1:${host.port}`;
  const front = await openFront({
    [web]: { url: real },
    ...(api === null ? {} : { [api]: { url: real, below: '/api' } }),
    'desk.example': { url: service },
  });
  const folder = await mkdtemp(join(QUICK_FOLDER, 'orgdesk-from-nothing-'));
  await mkdir(join(folder, 'bin'));
  await symlink(MAIN, join(folder, 'bin', 'orgdesk'));
  const chrome = await chromium.launch(inject('chromiumOptions'));
  const context = await chrome.newContext({
    locale: 'en-US',
    ignoreHTTPSErrors: true,
    proxy: { server: front.proxy },
  });
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const { actions, act } = counted();
  const line = `orgdesk setup --base-url https://desk.example --code-host-url https://${web} --organization quiet-co --port ${port} && orgdesk doctor && orgdesk serve`;
  const begunAt = performance.now();
  const program = runProgram({
    command: ['/bin/sh', '-c', line],
    folder,
    ownGroup: true,
    env: {
      PATH: [join(folder, 'bin'), dirname(process.execPath), process.env.PATH].join(':'),
      NODE_USE_ENV_PROXY: '1',
      HTTPS_PROXY: front.proxy,
      NODE_EXTRA_CA_CERTS: CERTIFICATE_FILE,
    },
  });
  onTestFinished(async () => {
    await context.close();
    await chrome.close();
    endGroup(program);
    await program.exited;
    await front.close();
    await host.close();
    await rm(folder, { recursive: true, force: true });
  });
  await act(line, Promise.resolve());

  // With a screen, setup opens the page itself.
  await page.goto(await outputMatching(program, /http:\/\/127\.0\.0\.1:\d+\/\w+/));
  await act('Go on to the code host', page.getByRole('button', { name: `Continue to ${web}` }).click());
  const create = page.getByRole('button', { name: 'Create GitHub App for quiet-co' });
  await asAda(page, create);
  await act('Create GitHub App', create.click());
  await page.getByRole('heading', { name: 'The App is registered' }).waitFor();

  const install = await outputMatching(program, /(https:\/\/desk\.example\/api\/install\/start\S+)/);
  expect(program.out()).toMatch(new RegExp(`https://${web}/\\S*/installations/new\n`));
  await untilReady(program, service);
  expect(program.out()).toContain('0 failures, 0 warnings');
  await act('open the install link', page.goto(install));
  await act('authorize the App', page.getByRole('button', { name: /Ada Lovelace/ }).click());
  const installing = page.getByRole('button', { name: 'Install', exact: true });
  await asAda(page, installing);
  await act('Install', installing.click());

  // Without invitations, people are added at once.
  const sending = kind === 'cloud' ? /^Send\b/ : /^Add\b/;
  await act('name one person', page.getByRole('textbox', { name: 'Usernames or email addresses' }).fill('edsger'));
  await act('Check', page.getByRole('button', { name: /^Check\b/ }).click());
  await act('Send', page.getByRole('button', { name: sending }).first().click());
  await act('Send, confirmed', page.getByRole('dialog').getByRole('button', { name: sending }).click());

  const { world } = host;
  const { id } = world.needUser('edsger');
  const isThere = () =>
    kind === 'cloud'
      ? world.openInvitations('quiet-co').some(({ inviteeId }) => inviteeId === id)
      : world.membership(world.needOrganization('quiet-co').id, id) !== null;
  await expect.poll(isThere).toBe(true);
  const seconds = (performance.now() - begunAt) / 1_000;
  process.stdout.write(`${web}: ${actions.length} actions, ${seconds.toFixed(1)} s\n`);
  expect(actions.length).toBeLessThanOrEqual(ACTIONS_MAX);
});
