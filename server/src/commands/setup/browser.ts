import { spawn } from 'node:child_process';
import type { Environment } from '../../config/settings.ts';

const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** Returns false over SSH or without a display. */
export function hasBrowser(env: Environment): boolean {
  if (env.SSH_CONNECTION !== undefined) return false;
  return process.platform !== 'linux' || env.DISPLAY !== undefined || env.WAYLAND_DISPLAY !== undefined;
}

/** Errors are ignored, because the terminal shows the address. */
export function openBrowser(url: URL): void {
  const [file, ...first] = OPENERS[process.platform] ?? ['xdg-open'];
  spawn(file, [...first, url.href], { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref();
}

/** Returns the SSH command that forwards the page's port, or null without SSH. */
export function forwarding(env: Environment, port: number): string | null {
  const [, , here] = (env.SSH_CONNECTION ?? '').split(' ');
  if (here === undefined) return null;
  const user = env.USER === undefined ? '' : `${env.USER}@`;
  return `ssh -N -L ${port}:127.0.0.1:${port} ${user}${here}`;
}
