import { spawn } from 'node:child_process';
import type { Environment } from '../../config/settings.ts';

const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** Whether a browser on this machine would be in front of whoever runs the command. */
export function hasBrowser(env: Environment): boolean {
  if (env.SSH_CONNECTION !== undefined) return false;
  return process.platform !== 'linux' || env.DISPLAY !== undefined || env.WAYLAND_DISPLAY !== undefined;
}

/** Opens the system's browser. Nothing happens where there is none: the address is on the terminal. */
export function openBrowser(url: URL): void {
  const [file, ...first] = OPENERS[process.platform] ?? ['xdg-open'];
  spawn(file, [...first, url.href], { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref();
}

/** How the page is reached from the machine where somebody sits; null when they sit here. */
export function forwarding(env: Environment, port: number): string | null {
  const [, , here] = (env.SSH_CONNECTION ?? '').split(' ');
  if (here === undefined) return null;
  const user = env.USER === undefined ? '' : `${env.USER}@`;
  return `ssh -N -L ${port}:127.0.0.1:${port} ${user}${here}`;
}
