import { serve } from '../../src/thread/serve.ts';

const deep = (left: number): number => (left === 0 ? 0 : 1 + deep(left - 1));

const TASKS = {
  echo: (text: string) => text,
  forever: (): string => {
    for (;;);
  },
  nested: (depth: number) => deep(depth),
  mistaken: () => new Date(Number.NaN).toISOString(),
  ended: (): string => process.exit(3),
};

export type OddTasks = typeof TASKS;

serve(TASKS);
