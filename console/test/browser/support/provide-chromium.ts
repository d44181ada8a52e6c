import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { chromiumOptions } from './chromium.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Endpoint of the browser of this run. */
    readonly chromiumUrl: string;
  }
}

/** Starts one browser for all tests of a run, because unpacking and starting it takes seconds. */
export default async function provideChromium(project: TestProject): Promise<() => Promise<void>> {
  const server = await chromium.launchServer({ ...(await chromiumOptions()), host: '127.0.0.1' });
  project.provide('chromiumUrl', server.wsEndpoint());
  return () => server.close();
}
