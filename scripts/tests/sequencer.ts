import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { LONG_FILES } from './long-files.ts';

/** Names the variable with the test files to run first, in order, from the root of the repository, joined by commas. */
export const FIRST_FILES = 'TEST_FIRST';

/** Starts the longest files first in each project, so that no worker ends long after the others. */
export default class LongestFirst extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const first = process.env[FIRST_FILES]?.split(',') ?? Object.keys(LONG_FILES);
    const indexes = new Map(first.map((file, index) => [file, index]));
    const indexOf = ({ moduleId }: TestSpecification) =>
      indexes.get(relative(this.ctx.config.root, moduleId)) ??
      (moduleId.endsWith('.series.test.ts') ? indexes.size : indexes.size + 1);
    const byProject = Map.groupBy(await super.sort(specifications), ({ project }) => project.name);
    return [...byProject.values()].flatMap((group) => group.toSorted((a, b) => indexOf(a) - indexOf(b)));
  }
}
