import type { Program } from '../servers/program.ts';
import type { LoadOrder, Until } from './load.ts';
import type { Channel, Load } from './load-program.ts';
import { type Answer, type Request, wireText } from './requests.ts';

export interface Thoroughness {
  readonly pairs: number;
  /** Turns of each side in a pair. */
  readonly turns: number;
  /** About how much processor time a turn takes; it is that many answers, however long they take. */
  readonly turnMs: number;
  /** Least answers, and most processor time, for one side to get warm. */
  readonly warmUp: { readonly answers: number; readonly ms: number };
}

export const FULL: Thoroughness = { pairs: 3, turns: 6, turnMs: 150, warmUp: { answers: 40_000, ms: 8_000 } };
/** Measures briefly, for use while changing code. */
export const BRIEF: Thoroughness = { pairs: 3, turns: 4, turnMs: 100, warmUp: { answers: 10_000, ms: 4_000 } };

/** A turn that improves by less than this on the best before it is that of a warm server. */
const STILL_WARMING = 0.95;
const LEAST_ANSWERS = 50;

/** One of the programs that are measured in turns. */
export interface Side {
  readonly program: Program;
  /** Sent in turn. */
  readonly requests: readonly Request[];
  readonly answer: Answer;
  readonly signedAnew?: LoadOrder['signedAnew'];
}

/** Medians over the pairs. */
export interface SideFigures {
  /** Processor time of the server for one request, all threads, user and system. */
  readonly cpuMicros: number;
  readonly perSecond: number;
}

export interface Comparison {
  readonly ours: SideFigures;
  readonly references: readonly (SideFigures & {
    /** Median over the pairs of its processor time divided by ours: 1 is as good, above is better. */
    readonly cpuRatio: number;
    /** Ratio of answers a second, ours over theirs. */
    readonly rateRatio: number;
  })[];
}

const CONNECTIONS = 32;

/**
 * Measures A B A B … in short turns of a fixed number of answers. What else the machine does makes a turn dearer and never
 * cheaper, so of the turns of a pair the second cheapest of each side counts, and over the pairs the median.
 */
export async function compare(
  load: Load,
  { pairs, turns, turnMs, warmUp }: Thoroughness,
  ours: Side,
  references: readonly Side[],
): Promise<Comparison> {
  const sides = [ours, ...references].map((side) => ({ side, channel: load.open(orderFor(side)), answers: 0 }));
  for (const each of sides) each.answers = await warm(each, turnMs, warmUp);
  const rounds: (readonly SideFigures[])[] = [];
  for (let pair = 0; pair < pairs; pair += 1) {
    const taken: SideFigures[][] = sides.map(() => []);
    for (let turn = 0; turn < turns; turn += 1) {
      for (const [index, each] of sides.entries()) taken[index]?.push(await measure(each, { answers: each.answers }));
    }
    rounds.push(
      taken.map((figures) => ({
        cpuMicros: leastDisturbed(figures.map(({ cpuMicros }) => cpuMicros)),
        perSecond: -leastDisturbed(figures.map(({ perSecond }) => -perSecond)),
      })),
    );
  }
  for (const { channel } of sides) channel.close();
  const medianOf = (index: number, figure: keyof SideFigures) =>
    median(rounds.map((round) => (round[index] as SideFigures)[figure]));
  const ratioOf = (ratio: (round: readonly SideFigures[]) => number) => median(rounds.map(ratio));
  const figuresOf = (index: number): SideFigures => ({
    cpuMicros: medianOf(index, 'cpuMicros'),
    perSecond: medianOf(index, 'perSecond'),
  });
  return {
    ours: figuresOf(0),
    references: references.map((_side, index) => ({
      ...figuresOf(index + 1),
      cpuRatio: ratioOf(([a, ...others]) => (others[index]?.cpuMicros ?? 0) / (a?.cpuMicros ?? 1)),
      rateRatio: ratioOf(([a, ...others]) => (a?.perSecond ?? 0) / (others[index]?.perSecond ?? 1)),
    })),
  };
}

/** Returns the second lowest figure; the lowest may be luck. */
export const leastDisturbed = (figures: readonly number[]): number =>
  figures.toSorted((a, b) => a - b)[1] ?? Number.NaN;

/** A side on the way. */
interface Measured {
  readonly side: Side;
  readonly channel: Channel;
}

/**
 * Until a server runs the code that Node.js ends up with, it takes three times as long; threads that compile are at work
 * until 30,000 requests or so. Gives how many answers a turn then takes. All by processor time, so that a busy machine
 * warms as much as an idle one.
 */
async function warm(measured: Measured, turnMs: number, { answers, ms }: Thoroughness['warmUp']): Promise<number> {
  let [best, answered, usedMs, isWarm] = [Number.POSITIVE_INFINITY, 0, 0, false];
  let next = LEAST_ANSWERS;
  while (!isWarm && usedMs < ms) {
    const { cpuMicros } = await measure(measured, { answers: next });
    answered += next;
    usedMs += (next * cpuMicros) / 1000;
    isWarm = answered >= answers && cpuMicros > best * STILL_WARMING;
    best = Math.min(best, cpuMicros);
    next = Math.max(LEAST_ANSWERS, Math.round((turnMs * 1000) / best));
  }
  return next;
}

async function measure({ side, channel }: Measured, until: Until): Promise<SideFigures> {
  const before = await side.program.figures();
  const { answers, seconds } = await channel.run(until);
  const after = await side.program.figures();
  return { cpuMicros: (after.cpuMicros - before.cpuMicros) / answers, perSecond: answers / seconds };
}

/** The order with which the load asks a side. */
export function orderFor({ program, requests, answer, signedAnew }: Side, connections = CONNECTIONS): LoadOrder {
  return {
    port: program.port,
    requests: requests.map(wireText),
    status: answer.status,
    bodyBytes: answer.headers['transfer-encoding'] === 'chunked' ? null : answer.body.length,
    connections,
    ...(signedAnew === undefined ? {} : { signedAnew }),
  };
}

export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}

/** The value that this share of the figures does not exceed. */
export function percentile(figures: readonly number[], share: number): number {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}
