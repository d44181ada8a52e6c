import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, type Stats } from 'node:fs';
import { reasonOf } from './sources.ts';

/** A file of settings as it is on the disk, or why it is not read. */
export type FileText =
  | { readonly kind: 'none' }
  | { readonly kind: 'text'; readonly text: string; readonly mode: number }
  /** `why` is a sentence without its end. */
  | { readonly kind: 'left-aside'; readonly why: string }
  /** `why` is the rest of a sentence about the file. */
  | { readonly kind: 'unusable'; readonly why: string };

type Owned = Pick<Stats, 'uid' | 'mode'>;

/** Windows has no numbers of users, and its modes say nothing. */
const HAS_USERS = process.getuid !== undefined;
const WRITTEN_BY_ANYBODY = 0o002;
const WRITTEN_BY_OTHERS = 0o022;

/** Reads a file that was asked for. */
export function textAskedFor(path: string): FileText {
  try {
    return textOf(path, constants.O_RDONLY, ({ mode }) =>
      HAS_USERS && (mode & WRITTEN_BY_ANYBODY) !== 0
        ? { kind: 'unusable', why: 'may be written to by anybody: chmod 600 makes it private' }
        : null,
    );
  } catch (error) {
    return { kind: 'unusable', why: reasonOf(error) };
  }
}

/**
 * Reads a file if it lies there. Where others write, anybody may have put it there; and one that is root's alone is most
 * likely in the environment already: systemd reads it before it gives the process to its user.
 */
export function textLyingThere(path: string): FileText {
  try {
    // That of a link, too: who made it chose the file.
    const foreign = whyForeign(lstatSync(path));
    if (foreign !== null) return { kind: 'left-aside', why: foreign };
    // A pipe would keep the start waiting for somebody who writes into it.
    return textOf(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0), (file) => {
      const why = whyForeign(file) ?? whyOpen(file);
      return why === null ? null : { kind: 'left-aside', why };
    });
  } catch (error) {
    const code = String(Object(error).code);
    if (code === 'ENOENT') return { kind: 'none' };
    return code === 'EACCES' || code === 'EPERM'
      ? { kind: 'left-aside', why: 'the user who runs orgdesk may not read it' }
      : { kind: 'unusable', why: reasonOf(error) };
  }
}

const whyForeign = ({ uid }: Owned): string | null =>
  HAS_USERS && uid !== process.getuid?.() && uid !== 0
    ? 'it belongs neither to the user who runs orgdesk nor to root'
    : null;

const whyOpen = ({ mode }: Owned): string | null =>
  HAS_USERS && (mode & WRITTEN_BY_OTHERS) !== 0
    ? 'others than its owner may write to it: chmod 600 makes it private'
    : null;

/** Asks the file that is open, as another one may lie there a moment later. */
function textOf(path: string, flags: number, check: (file: Owned) => FileText | null): FileText {
  const file = openSync(path, flags);
  try {
    const about = fstatSync(file);
    return check(about) ?? { kind: 'text', text: readFileSync(file, 'utf8'), mode: about.mode };
  } finally {
    closeSync(file);
  }
}
