import type { Simulator } from '@orgdesk/simulator';
import { type Program, runProgram, untilReady } from '../../server/test/support/program.ts';

/** A program of the service, and what it was started with. */
export interface Instance {
  readonly url: string;
  readonly env: Readonly<Record<string, string>>;
  program: Program;
}

/** Starts an instance and waits until it is ready. */
export async function startInstance(env: Readonly<Record<string, string>>): Promise<Instance> {
  const program = runProgram({ env });
  const url = `http://localhost:${env.PORT}`;
  await untilReady(program, url);
  return { url, env, program };
}

/** Settings of an instance of the service at `basePort` that itself listens on `port`. */
export const envOf = ({ app, url, apiUrl }: Simulator, databaseUrl: string, basePort: number, port: number) => ({
  BASE_URL: `http://localhost:${basePort}`,
  PORT: String(port),
  DATABASE_URL: databaseUrl,
  CODE_HOST_URL: url,
  CODE_HOST_API_URL: apiUrl,
  CODE_HOST_APP_ID: String(app.id),
  CODE_HOST_APP_SLUG: app.slug,
  CODE_HOST_APP_PRIVATE_KEY: app.privateKeyPem ?? '',
  CODE_HOST_CLIENT_ID: app.clientId,
  CODE_HOST_CLIENT_SECRET: app.clientSecret,
  CODE_HOST_WEBHOOK_SECRET: app.webhookSecret ?? '',
  TOKEN_SECRET: 'a token secret of the fault runs',
  RATE_LIMIT: 'off',
  LOG_LEVEL: 'warn',
});
