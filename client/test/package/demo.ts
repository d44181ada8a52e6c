import { authorizeAt, createBrowser } from '../../../server/test/support/browser.ts';
import { type DemoProgram, startDemo } from '../../../server/test/support/service/program.ts';

export interface Demo extends DemoProgram {
  /** Of an owner of `acme`. */
  readonly sessionToken: string;
}

/** The service as `npm start` starts it, and a session as an app gets it. */
export async function startSignedInDemo(): Promise<Demo> {
  const program = await startDemo({ LOG_LEVEL: 'warn' });
  const browser = createBrowser();
  const { location } = await browser.request(`${program.url}/api/auth/start?mode=mobile`);
  const callback = await authorizeAt(location ?? '', 'ada', 'authorize');
  const { json } = await browser.request(callback.href);
  return { ...program, sessionToken: Object(json).sessionToken };
}
