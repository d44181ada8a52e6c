import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import bundled from '@sparticuz/chromium';
import type { LaunchOptions } from 'playwright-core';

/** Disables requests that no page made. Works as root, too. */
const ARGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Options to launch a real Chromium: the one of `npm ci` on Linux, an installed Chrome elsewhere.
 * `TEST_CHROMIUM` names another program.
 */
export async function chromiumOptions(): Promise<LaunchOptions> {
  const configuredPath = process.env.TEST_CHROMIUM;
  if (configuredPath !== undefined && configuredPath !== '') return { executablePath: configuredPath, args: ARGS };
  if (process.platform !== 'linux') return { channel: 'chrome', args: ARGS };
  const executablePath = await bundled.executablePath();
  return { executablePath, args: ARGS, env: { ...process.env, FONTCONFIG_FILE: await bundledFontsOnly() } };
}

/** Uses the browser's own fonts, so that pages look the same on every machine. */
async function bundledFontsOnly(): Promise<string> {
  const folder = join(tmpdir(), 'fonts');
  const file = join(folder, 'orgdesk.conf');
  await writeFile(file, `<fontconfig><dir>${folder}</dir><cachedir>${folder}/cache</cachedir></fontconfig>`);
  return file;
}
