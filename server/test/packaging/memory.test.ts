import { ORGANIZATION_FILE_NODES_MAX } from '@orgdesk/contract/limits';
import { expect, test } from 'vitest';
import { FILE_WORK_WAITING, INSTANCE_MEMORY_MB, ORGANIZATION_FILE } from '../../src/lib/limits/people.ts';
import { read } from './installed.ts';

const { all, old, young, besideHeaps } = INSTANCE_MEMORY_MB;
const { workersMax, workerOldMb, workerYoungMb } = ORGANIZATION_FILE;
const heap = old + young;
const workers = workersMax * (workerOldMb + workerYoungMb);

test('the heaps of all threads, and what is beside them, add up to the memory of an instance', () => {
  expect(heap + workers + besideHeaps).toBe(all);
});

test.each([
  ['packaging/systemd/orgdesk.service', `MemoryMax=${all}M`],
  ['packaging/compose/sqlite.yaml', `mem_limit: ${all}m`],
  ['packaging/compose/postgres.yaml', `mem_limit: ${all}m`],
  ['packaging/kubernetes/orgdesk.yaml', `limits: { memory: ${all}Mi }`],
  ['packaging/systemd/orgdesk', `--max-old-space-size=${old} --max-semi-space-size=${young / 3} `],
  ['packaging/image/Dockerfile', `"--max-old-space-size=${old}", "--max-semi-space-size=${young / 3}", "server/`],
])('%s has the same', (file, text) => {
  expect(read(file)).toContain(text);
});

test('the page for operators shows the sum', () => {
  const page = read('docs/operations/packaging.md');
  const [, section = ''] = page.split('\n## Memory\n');
  const [ofMemory = ''] = section.split('\n## ');
  const figures = [...ofMemory.matchAll(/\| (\d+) \|$/gm)].map(([, figure]) => Number(figure));
  expect(figures).toEqual([heap, workers, besideHeaps, all]);
  expect(page).toContain(`\`--max-old-space-size=${old}\`, and ${young} for new objects`);
  expect(page).toContain(`| ${workersMax} threads`);
  expect(page).toContain(`${workerOldMb + workerYoungMb} each`);
  const { waitingAll, waitingEach } = FILE_WORK_WAITING;
  expect(page).toContain(`at most ${waitingAll} requests with files wait, ${waitingEach} of one person`);
  expect(page).toContain(`after ${ORGANIZATION_FILE.workerProcessorMs / 1_000} seconds of processor time`);
  expect(page).toContain(`at ${ORGANIZATION_FILE_NODES_MAX.toLocaleString('en')} values`);
  expect(page).toContain(`more than ${ORGANIZATION_FILE.outputMaxCharacters / 1_000_000} MB`);
});
