/* Needs more memory than it may have before it is ready. */
const kept: number[][] = [];
for (;;) kept.push(Array.from({ length: 1_000 }, Math.random));
