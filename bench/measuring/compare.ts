import type { Program } from '../servers/program.ts';
import type { LoadOrder } from './load.ts';
import type { Load } from './load-program.ts';
import { type Answer, type Request, wireText } from './requests.ts';

/** How thoroughly to measure. */
export interface Thoroughness {
  readonly pairs: number;
  readonly windowMs: number;
  /** Least answers, and most time, for one side to get warm. */
  readonly warmUp: { readonly answers: number; readonly ms: number };
}

export const FULL: Thoroughness = { pairs: 5, windowMs: 1_500, warmUp: { answers: 15_000, ms: 15_000 } };
/** For a look while somebody changes something. */
export const BRIEF: Thoroughness = { pairs: 3, windowMs: 600, warmUp: { answers: 6_000, ms: 5_000 } };

/** A window that improves by less than this on the best before it is that of a warm server. */
const STILL_WARMING = 0.95;

/** What is measured in turn with others. */
export interface Side {
  readonly program: Program;
  /** Sent in turn. */
  readonly requests: readonly Request[];
  /** What each of its answers looks like. */
  readonly answer: Answer;
}

/** Medians over the windows of one side. */
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
    /** The same for answers a second, ours over its. */
    readonly rateRatio: number;
  })[];
}

const CONNECTIONS = 32;

/** Measures A B A B …, each window on its own, so that what else the machine does reaches all sides alike. */
export async function compare(
  load: Load,
  { pairs, windowMs, warmUp }: Thoroughness,
  ours: Side,
  references: readonly Side[],
): Promise<Comparison> {
  const sides = [ours, ...references];
  for (const side of sides) await warm(load, side, windowMs, warmUp);
  const rounds: (readonly SideFigures[])[] = [];
  for (let pair = 0; pair < pairs; pair += 1) {
    const round: SideFigures[] = [];
    for (const side of sides) round.push(await measure(load, side, windowMs));
    rounds.push(round);
  }
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

/** Until a server runs the code that Node.js ends up with, it takes three times as long. */
async function warm(load: Load, side: Side, windowMs: number, { answers, ms }: Thoroughness['warmUp']): Promise<void> {
  const giveUpAt = performance.now() + ms;
  let [best, answered, isWarm] = [Number.POSITIVE_INFINITY, 0, false];
  while (!isWarm && performance.now() < giveUpAt) {
    const { cpuMicros, perSecond } = await measure(load, side, windowMs);
    answered += (perSecond * windowMs) / 1000;
    isWarm = answered >= answers && cpuMicros > best * STILL_WARMING;
    best = Math.min(best, cpuMicros);
  }
}

async function measure(load: Load, side: Side, windowMs: number): Promise<SideFigures> {
  const before = await side.program.figures();
  const { answers, seconds } = await load.run(orderFor(side, { ms: windowMs }));
  const after = await side.program.figures();
  return { cpuMicros: (after.cpuMicros - before.cpuMicros) / answers, perSecond: answers / seconds };
}

/** The order with which the load asks a side. */
export function orderFor(
  { program, requests, answer }: Side,
  until: LoadOrder['until'],
  connections = CONNECTIONS,
): LoadOrder {
  return {
    port: program.port,
    requests: requests.map(wireText),
    status: answer.status,
    bodyBytes: answer.headers['transfer-encoding'] === 'chunked' ? null : answer.body.length,
    connections,
    until,
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
