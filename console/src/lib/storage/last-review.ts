import { readFromBrowser, storeInBrowser } from './browser-storage.ts';

export interface LastReview {
  /** Findings that were not dismissed. */
  readonly open: number;
  readonly at: Date;
}

const keyOf = (login: string): string => `access-review.${login.toLowerCase()}`;

/** Known to this browser only, because a review reads the whole organization. */
export const keepLastReview = (login: string, open: number, at: Date): void =>
  storeInBrowser(keyOf(login), `${open} ${at.toISOString()}`);

/** Null if no review ended in this browser. */
export function readLastReview(login: string): LastReview | null {
  const [, open, at = ''] = /^(\d{1,9}) (\S+)$/.exec(readFromBrowser(keyOf(login)) ?? '') ?? [];
  const time = new Date(at);
  return open === undefined || Number.isNaN(time.getTime()) ? null : { open: Number(open), at: time };
}
