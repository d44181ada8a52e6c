import { planOf, type SetupAnswers, type SetupPlan } from './plan.ts';

export interface SetupOptions {
  readonly 'base-url'?: string | undefined;
  readonly 'code-host-url'?: string | undefined;
  readonly 'code-host-api-url'?: string | undefined;
  readonly organization?: string | undefined;
  readonly name?: string | undefined;
  readonly public?: boolean | undefined;
  readonly 'env-file'?: string | undefined;
  readonly 'database-url'?: string | undefined;
  readonly port?: string | undefined;
  readonly permission?: readonly string[] | undefined;
  readonly code?: string | undefined;
  readonly 'no-browser'?: boolean | undefined;
  readonly yes?: boolean | undefined;
}

export const answersFrom = (options: SetupOptions): SetupAnswers => ({
  baseUrl: options['base-url'],
  codeHostUrl: options['code-host-url'],
  codeHostApiUrl: options['code-host-api-url'],
  organization: options.organization,
  name: options.name,
  databaseUrl: options['database-url'],
  port: options.port,
  isPublic: options.public === true ? 'yes' : undefined,
  permissions: options.permission?.join(','),
});

export function differing(answers: SetupAnswers, plan: SetupPlan): readonly string[] {
  const specified = Object.fromEntries(Object.entries(answers).filter(([, text]) => text !== undefined));
  return Object.entries(planOf({ ...answersOfPlan(plan), ...specified }, ''))
    .filter(([field, value]) => (Reflect.get(plan, field) ?? '') !== (value ?? ''))
    .map(([field]) => WORDS[field] ?? field);
}

const answersOfPlan = (plan: SetupPlan): SetupAnswers => ({
  ...plan,
  codeHostApiUrl: plan.codeHostApiUrl ?? undefined,
  organization: plan.organization ?? '',
  isPublic: plan.isPublic ? 'yes' : undefined,
});

const WORDS: Readonly<Record<string, string>> = {
  baseUrl: '--base-url',
  port: '--port',
  databaseUrl: '--database-url',
  codeHostUrl: '--code-host-url',
  codeHostApiUrl: '--code-host-api-url',
  organization: '--organization',
  name: '--name',
  isPublic: '--public',
  permissions: '--permission',
};
