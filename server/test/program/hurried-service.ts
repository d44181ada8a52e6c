/** The service as a program, by another time than the machine's: jobs of hours pass in minutes. */

import { createApp } from '../../src/app.ts';
import { readConfig } from '../../src/operate/config/read-config.ts';
import { createLog } from '../../src/operate/log.ts';
import { createServices } from '../../src/services.ts';
import { type HurriedTime, hurriedNow } from './hurried-clock.ts';

const { HURRIED_TIME = '{}', JOB_LEASE_MS = '', CALL_LIMIT_MS, ...env } = process.env;
const time = JSON.parse(HURRIED_TIME) as HurriedTime;
const config = readConfig(env);
if (!config.ok) throw new Error(config.refusal.join(' '));
const { codeHost: configuredHost, port, host, baseUrl } = config.value;
if (configuredHost === null) throw new Error('a code host is needed');
const codeHost =
  CALL_LIMIT_MS === undefined ? configuredHost : { ...configuredHost, callLimitMs: Number(CALL_LIMIT_MS) };
const log = createLog('warn');
const closing = new AsyncDisposableStack();
const clock = { now: () => new Date(hurriedNow(time)) };
const services = await createServices(
  { ...config.value, codeHost, jobLeaseMs: Number(JOB_LEASE_MS) },
  { log, clock },
  closing,
);
const app = await createApp(services, {
  log,
  codeHostStarted: Promise.resolve(),
  version: '0.0.0-test',
  about: async () => ({ version: '0.0.0-test', codeHost: { url: baseUrl.origin, demoPeople: null } }),
  onlyShippedDocuments: false,
  appRedirects: [],
  rateLimit: null,
  auditDays: config.value.auditDays,
  trustedProxies: [],
  console: null,
  stopping: new AbortController().signal,
  observeRequest: null,
});
await app.listen({ port, host });
services.worker.keepWorking();
// Its timers are the machine's. Looking so often keeps the rows far enough apart for the pace of its own time.
setInterval(() => services.worker.wake(), 200);
