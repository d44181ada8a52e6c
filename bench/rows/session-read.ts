import { compare } from '../measuring/compare.ts';
import { cpuFindings } from '../reporting/findings.ts';
import type { Bench, Finding } from '../reporting/row.ts';
import { startReference } from '../servers/bench-service.ts';
import { betterAuthCookie, expressCookie } from '../servers/references/signed-cookies.ts';
import { SESSIONS, servePeople } from './people-served.ts';
import { repeaterOf, requestsOf, sideOf, stepsTo } from './sides.ts';

/** Row 1: the session read on SQLite, compared with a bare server and with two session libraries. */
export async function sessionRead(bench: Bench): Promise<readonly Finding[]> {
  const { service, people, databaseUrl } = await servePeople(bench, 'SQLite');
  const ours = await sideOf(
    service,
    requestsOf(people, () => '/api/auth/session'),
  );
  const bare = await repeaterOf(bench, ours);

  const env = { SESSIONS: String(SESSIONS), VIEW: ours.answer.body.toString('utf8') };
  const betterAuth = await startReference('better-auth', { folder: bench.folder, env });
  bench.closing.defer(betterAuth.stop);
  const betterAuthSide = await sideOf(betterAuth, cookieRequests('/api/auth/get-session', betterAuthCookie));
  if (!betterAuthSide.answer.body.includes('@example.com')) throw new Error('Better Auth does not know its session');
  const express = await startReference('express-session', { folder: bench.folder, env });
  bench.closing.defer(express.stop);
  const expressSide = await sideOf(express, cookieRequests('/session', expressCookie));

  const steps = await stepsTo(bench, ours, databaseUrl);
  const sides = [bare, betterAuthSide, expressSide, ...steps.map(({ side }) => side)];
  const comparison = await compare(bench.load, bench.thoroughness, ours, sides);
  return cpuFindings('GET /api/auth/session, SQLite', comparison, [
    { name: 'bare', target: { least: 0.3 } },
    { name: 'Better Auth', target: { least: 18 } },
    { name: 'Express, express-session', target: null },
    ...steps,
  ]);
}

/** Requests of all sessions, in another order than they were stored. */
const cookieRequests = (path: string, cookieOf: (number: number) => string) =>
  Array.from({ length: SESSIONS }, (_, index) => ({
    method: 'GET' as const,
    path,
    headers: { cookie: cookieOf((index * 7_919) % SESSIONS) },
  }));
