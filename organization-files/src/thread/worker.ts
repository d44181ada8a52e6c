import { parentPort, workerData } from 'node:worker_threads';
import { checkFiles } from '../check-files.ts';
import { fromPeribolos } from '../peribolos/from-peribolos.ts';
import type { ThreadData } from './in-thread.ts';

// It was checked by types before.
const { task, outputMaxCharacters } = workerData as ThreadData;

// The time for loading modules is no matter of the files.
parentPort?.postMessage('begun');
const done =
  task.kind === 'check' ? checkFiles(task.texts, task.organization) : fromPeribolos(task.texts, task.organization);
// What is posted is copied: too much must not leave this heap.
const output = JSON.stringify(done);
parentPort?.postMessage(output.length > outputMaxCharacters ? null : { output });
