import type { LaunchOptions } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { chromiumOptions } from './chromium.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** How to launch the browser of this run. */
    readonly chromiumOptions: LaunchOptions;
  }
}

/** Unpacks the browser once for all processes of a run, which takes seconds. Each launches its own. */
export default async function provideChromium(project: TestProject): Promise<void> {
  project.provide('chromiumOptions', await chromiumOptions());
}
