import { readFileSync } from 'node:fs';

/** A time that several processes share: it runs fast, and jumps ahead by what a file says. */
export interface HurriedTime {
  readonly base: number;
  readonly speed: number;
  /** Holds milliseconds to be added. */
  readonly file: string;
}

export const hurriedNow = ({ base, speed, file }: HurriedTime): number =>
  Math.floor(base + (Date.now() - base) * speed + Number(readFileSync(file, 'utf8')));
