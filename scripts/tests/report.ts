import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestModule, Vitest } from 'vitest/node';
import { commandToRepeat } from './command-to-repeat.ts';
import { reasonToBeLong } from './long-files.ts';
import type { FileCost } from './measure-file.ts';

const SLOWEST = 20;
const LONG_SHARE = 0.01;
/** A file that leaves its process idle for so long, and for most of its time, waits for something. */
const WAITED_MIN_MS = 1_000;
const WAITED_SHARE = 0.5;
const MESSAGE_CHARACTERS = 1_000;

/** Says at the end what failed, with the command that repeats exactly it, and where the time went. */
export default class Report implements Reporter {
  #root = '';

  onInit({ config }: Vitest): void {
    this.#root = config.root;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const files = modules
      .filter((module) => module.state() !== 'skipped')
      .map((module): File => ({ name: relative(this.#root, module.moduleId), module, cost: module.meta().cost }));
    if (modules.length > 0 && files.length === 0) {
      process.stdout.write('No test has run: the pattern matches none of these files.\n');
      process.exitCode = 1;
    }
    // The cost of every file, a JSON object a line, for those who look for where the time goes.
    const costs = process.env.TEST_COSTS;
    if (costs) appendFileSync(costs, files.map(({ name, cost }) => `${JSON.stringify({ name, ...cost })}\n`).join(''));
    const lines = [...linesOfCost(files), ...files.flatMap((file) => linesOfFailures(file))];
    if (lines.length > 0) process.stdout.write(`\n${lines.join('\n')}\n`);
  }
}

interface File {
  readonly name: string;
  readonly module: TestModule;
  /** Absent when the file could not be loaded. */
  readonly cost: FileCost | undefined;
}

function linesOfCost(files: readonly File[]): readonly string[] {
  const measured = files
    .flatMap(({ name, cost }) =>
      cost === undefined ? [] : [{ name, ...cost, idleMs: cost.clockMs - cost.processorMs }],
    )
    .toSorted((a, b) => b.clockMs - a.clockMs);
  if (measured.length === 0) return [];
  const allMs = measured.reduce((sum, { clockMs }) => sum + clockMs, 0);
  const tests = files.reduce((sum, { module }) => sum + [...module.children.allTests()].length, 0);
  const waited = measured.filter(({ clockMs, idleMs }) => idleMs > WAITED_MIN_MS && idleMs > clockMs * WAITED_SHARE);
  return [
    `${tests} tests in ${measured.length} files; file time ${seconds(allMs)}, of which processor time of the processes that ran them ${seconds(sumOf(measured.map(({ processorMs }) => processorMs)))}, and of programs they started ${seconds(sumOf(measured.map(({ programsMs }) => programsMs ?? 0)))}`,
    'Slowest files: clock, processor, processor of programs they started, share of the file time',
    ...measured.slice(0, SLOWEST).map(({ name, clockMs, processorMs, programsMs }) => {
      const share = clockMs / allMs;
      const reason = share > LONG_SHARE ? `: ${reasonToBeLong(name) ?? 'NO REASON in long-files.ts'}` : '';
      return `  ${seconds(clockMs)} ${seconds(processorMs)} ${seconds(programsMs ?? 0)} ${(100 * share).toFixed(1).padStart(5)} %  ${name}${reason}`;
    }),
    `Idle for most of their time, for programs, the browser, the database or a clock: ${waited.length} files, ${seconds(waited.reduce((sum, { idleMs }) => sum + idleMs, 0))}`,
    ...waited
      .toSorted((a, b) => b.idleMs - a.idleMs)
      .slice(0, SLOWEST)
      .map(({ name, idleMs }) => `  ${seconds(idleMs)}  ${name}`),
    `Largest process that runs tests: ${Math.round(Math.max(...measured.map(({ residentBytes }) => residentBytes)) / 2 ** 20)} MB`,
  ];
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);
const seconds = (ms: number): string => `${(ms / 1000).toFixed(1).padStart(6)} s`;

function linesOfFailures({ name, module }: File): readonly string[] {
  if (module.state() !== 'failed') return [];
  const failed = [...module.children.allTests('failed')];
  if (failed.length === 0)
    return [
      `FAILED: ${name}: ${firstLine(module.errors()[0]?.message)}`,
      `  again: ${commandToRepeat({ file: name, name: null })}`,
    ];
  return failed.flatMap((test) => [
    `FAILED: ${name}: ${test.fullName}`,
    `  ${firstLine(test.result().errors?.[0]?.message)}`,
    `  again: ${commandToRepeat({ file: name, name: test.fullName })}`,
  ]);
}

const firstLine = (text = 'without a message'): string => text.split('\n')[0]?.slice(0, MESSAGE_CHARACTERS) ?? '';
