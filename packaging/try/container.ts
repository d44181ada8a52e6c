import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Something of this machine that shows inside. */
export interface Mount {
  readonly source: string;
  readonly target: string;
  readonly writable?: true;
}

/**
 * A process in a root of its own, as a container engine would start it. It may change writable mounts, and `/tmp`, which is
 * empty and gone afterwards.
 */
export interface Contained {
  readonly root: string;
  /** `UID:GID`. */
  readonly user: string;
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly mounts: readonly Mount[];
  readonly argv: readonly string[];
}

const DEVICES = ['null', 'zero', 'random', 'urandom'].map((name) => `/dev/${name}`);
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** Whether this process may make mounts of its own and change the root; what is missing, where it may not. */
export function cannotContain(): string | null {
  if (process.platform !== 'linux') return 'it needs Linux';
  if (process.getuid?.() !== 0) return 'it needs root: files of other users, mounts and another root directory';
  const tried = spawnSync('unshare', ['--mount', 'true']);
  return tried.status === 0 ? null : 'this machine does not let it make mounts of its own (unshare --mount)';
}

/** Starts it. Mounts are the process's own: they end with it. */
export function startContained(contained: Contained): ChildProcess {
  const { root, user, folder, env, mounts, argv } = contained;
  const all: readonly Mount[] = [
    ...mounts,
    ...DEVICES.map((path) => ({ source: path, target: path, writable: true as const })),
    { source: '/proc', target: '/proc' },
  ];
  for (const { source, target } of all) makeTarget(source, join(root, target));
  mkdirSync(join(root, 'tmp'), { recursive: true });
  const [uid = '0', gid = uid] = user.split(':');
  const script = [
    'set -e',
    'mount --bind "$ROOT" "$ROOT"',
    ...all.flatMap(({ source, target, writable }) => [
      `mount --bind ${quoted(source)} "$ROOT"${quoted(target)}`,
      ...(writable ? [] : [`mount -o remount,bind,ro "$ROOT"${quoted(target)}`]),
    ]),
    'mount -t tmpfs -o mode=1777 tmpfs "$ROOT/tmp"',
    'mount -o remount,bind,ro "$ROOT"',
    `exec unshare --root "$ROOT" --wd ${quoted(folder)} --setgid ${gid} --setuid ${uid} "$@"`,
  ].join('\n');
  return spawn('unshare', ['--mount', '--propagation', 'private', '/bin/sh', '-c', script, 'sh', ...argv], {
    env: { PATH, ...env, ROOT: root },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Runs it to its end. */
export function runContained(contained: Contained): Promise<{ readonly code: number | null; readonly text: string }> {
  const child = startContained(contained);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
    });
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, text }));
  });
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** What is mounted needs something to be mounted on: a folder, or a file. */
function makeTarget(source: string, target: string): void {
  const isFolder = statSync(source).isDirectory();
  mkdirSync(isFolder ? target : dirname(target), { recursive: true });
  if (!isFolder) writeFileSync(target, '', { flag: 'a' });
}
