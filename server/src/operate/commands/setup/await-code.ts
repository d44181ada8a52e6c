import { spawn } from 'node:child_process';
import { MANIFEST_CODE_LIFETIME_MS } from '../../../lib/limits/code-host.ts';
import { ok, type Result, refuse, withinLimit } from '../../../lib/result.ts';
import { sameSecret } from '../../../lib/secrets.ts';
import { systemEntropy } from '../../../lib/system.ts';
import type { Environment } from '../../config/settings.ts';
import { fail } from '../problems.ts';
import { CODE, type LocalPage, openLocalPage } from './local-page.ts';
import type { SavedSetup, SavedSetups } from './saved-setup.ts';
import type { Terminal } from './terminal.ts';

interface AwaitCodeContext {
  readonly env: Environment;
  readonly options: { readonly code?: string | undefined; readonly 'no-browser'?: boolean | undefined };
  readonly savedSetups: SavedSetups;
  readonly terminal: Terminal;
}

interface Coded {
  readonly value: string;
  readonly setup: SavedSetup;
}

/** Returns null after reporting why there is no code. */
export async function waitForCode(setup: SavedSetup, context: AwaitCodeContext): Promise<Coded | null> {
  const { options, savedSetups: kept, terminal, env } = context;
  if (options.code !== undefined) {
    const pasted = readPasted(options.code, setup.state);
    if (pasted.ok) return { value: pasted.value, setup };
    fail(pasted.refusal);
    return null;
  }
  const page = await openLocalPage(setup, systemEntropy);
  const open = { ...setup, page: { ...setup.page, port: page.port } };
  await kept.write(open);
  invite(page, context);
  if (options['no-browser'] !== true && hasBrowser(env)) openBrowser(page.urlOnce);
  const pasted = terminal
    .listen((line) => isGood(line, setup.state, terminal))
    .then((line) => readPasted(line, setup.state));
  const received = await withinLimit(
    Promise.race([page.code, pasted.then((read) => (read.ok ? read.value : ''))]),
    MANIFEST_CODE_LIFETIME_MS,
  );
  // The browser is still receiving its last page.
  void page.close();
  if (received.ok) return { value: received.value, setup: open };
  fail('The App was not registered within one hour.', 'Next: run the same command again.');
  return null;
}

function invite({ url, port }: LocalPage, { env, terminal }: AwaitCodeContext): void {
  terminal.say(`\nOpen this page in a browser on this machine to continue:\n\n  ${url.href}\n`);
  const forward = forwarding(env, port);
  if (forward !== null) {
    terminal.say(
      `You are connected over SSH. On the machine with your browser, first run\n\n  ${forward}\n\nand open that URL there.\n`,
    );
  }
  terminal.say(
    'Waiting for the code host. If your browser is on another machine and cannot reach 127.0.0.1 at the end,',
  );
  terminal.say('paste the full URL from its address bar here, or pass it with --code.');
}

function isGood(line: string, state: string, terminal: Terminal): boolean {
  if (line === '') return false;
  const read = readPasted(line, state);
  if (!read.ok) terminal.say(read.refusal);
  return read.ok;
}

/** Reads a code, or a pasted address whose state must match this setup. */
function readPasted(text: string, state: string): Result<string, string> {
  if (CODE.test(text)) return ok(text);
  if (!URL.canParse(text)) return refuse('That is neither a code nor a URL with one.');
  const { searchParams } = new URL(text);
  const code = searchParams.get('code') ?? '';
  if (!CODE.test(code)) return refuse('That URL does not contain a code.');
  return sameSecret(searchParams.get('state') ?? '', state)
    ? ok(code)
    : refuse('That URL belongs to a different setup.');
}

const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** Returns false over SSH or without a display. */
function hasBrowser(env: Environment): boolean {
  if (env.SSH_CONNECTION !== undefined) return false;
  return process.platform !== 'linux' || env.DISPLAY !== undefined || env.WAYLAND_DISPLAY !== undefined;
}

/** Errors are ignored, because the terminal shows the address. */
function openBrowser(url: URL): void {
  const [file, ...first] = OPENERS[process.platform] ?? ['xdg-open'];
  spawn(file, [...first, url.href], { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref();
}

/** Returns the SSH command that forwards the page's port, or null without SSH. */
function forwarding(env: Environment, port: number): string | null {
  const [, , here] = (env.SSH_CONNECTION ?? '').split(' ');
  if (here === undefined) return null;
  const user = env.USER === undefined ? '' : `${env.USER}@`;
  return `ssh -N -L ${port}:127.0.0.1:${port} ${user}${here}`;
}
