import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, type Stats } from 'node:fs';
import { reasonOf } from './sources.ts';

export type FileText =
  | { readonly kind: 'none' }
  | { readonly kind: 'text'; readonly text: string; readonly readers: FileReaders }
  | { readonly kind: 'left-aside'; readonly why: string }
  /** Completes a sentence about the file. */
  | { readonly kind: 'unusable'; readonly why: string };

/**
 * Who can read a file beside those who must. `others`: of a file of one's own, or read by root. A file of somebody else
 * may be meant to be read through its group: `others-beside-group`, or is open to everybody, orgdesk among them:
 * `everybody`.
 */
export type FileReaders = 'others' | 'others-beside-group' | 'everybody' | 'nobody';

type Owned = Pick<Stats, 'uid' | 'gid' | 'mode'>;

/** Windows has no user IDs or useful file modes. */
const HAS_USERS = process.getuid !== undefined;
const WRITTEN_BY_ANYBODY = 0o002;
const WRITTEN_BY_OTHERS = 0o022;

export function readNamedFile(path: string): FileText {
  try {
    return textOf(path, constants.O_RDONLY, ({ mode }) =>
      HAS_USERS && (mode & WRITTEN_BY_ANYBODY) !== 0
        ? { kind: 'unusable', why: 'is writable by everyone: run chmod 600 on it' }
        : null,
    );
  } catch (error) {
    return { kind: 'unusable', why: reasonOf(error) };
  }
}

/**
 * Ignores a default file that another user could have written, and an unreadable one of root, which systemd has
 * probably loaded.
 */
export function readDefaultFile(path: string): FileText {
  try {
    // Also checks the owner of a link.
    const foreign = whyForeign(lstatSync(path));
    if (foreign !== null) return { kind: 'left-aside', why: foreign };
    // Without `O_NONBLOCK`, opening a pipe would block startup.
    return textOf(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0), (file) => {
      const why = whyForeign(file) ?? whyOpen(file);
      return why === null ? null : { kind: 'left-aside', why };
    });
  } catch (error) {
    const code = String(Object(error).code);
    if (code === 'ENOENT') return { kind: 'none' };
    return code === 'EACCES' || code === 'EPERM'
      ? { kind: 'left-aside', why: "orgdesk's user cannot read it" }
      : { kind: 'unusable', why: reasonOf(error) };
  }
}

const whyForeign = ({ uid }: Owned): string | null =>
  HAS_USERS && uid !== process.getuid?.() && uid !== 0 ? "neither orgdesk's user nor root owns it" : null;

const whyOpen = ({ mode }: Owned): string | null =>
  HAS_USERS && (mode & WRITTEN_BY_OTHERS) !== 0 ? 'other users can write to it: run chmod 600 on it' : null;

const READ_BY_ANYBODY = 0o004;
const READ_BY_OTHERS = 0o044;

function readersOf({ uid, gid, mode }: Owned): FileReaders {
  const user = process.getuid?.();
  if (user === undefined) return 'nobody';
  if (user === uid || user === 0) return (mode & READ_BY_OTHERS) === 0 ? 'nobody' : 'others';
  if ((mode & READ_BY_ANYBODY) === 0) return 'nobody';
  const groups = [process.getegid?.(), ...(process.getgroups?.() ?? [])];
  return groups.includes(gid) ? 'others-beside-group' : 'everybody';
}

/** Checks the opened file, since the path may be replaced. */
function textOf(path: string, flags: number, check: (file: Owned) => FileText | null): FileText {
  const file = openSync(path, flags);
  try {
    const about = fstatSync(file);
    return check(about) ?? { kind: 'text', text: readFileSync(file, 'utf8'), readers: readersOf(about) };
  } finally {
    closeSync(file);
  }
}
