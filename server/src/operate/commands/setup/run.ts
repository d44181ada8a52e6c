import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type AppRegistry, createAppRegistry } from '../../../code-host/app/registered-app.ts';
import { randomHex } from '../../../lib/secrets.ts';
import { systemClock, systemEntropy } from '../../../lib/system.ts';
import { ENV_FILE } from '../../config/env-file.ts';
import type { Environment } from '../../config/settings.ts';
import { fail } from '../problems.ts';
import { waitForCode } from './await-code.ts';
import { type Credentials, holdsApp, readCredentials, settingsFile } from './credentials.ts';
import { PARSERS, planOf, problemsOf, QUESTIONS, type SetupAnswers, type SetupPlan, usual } from './plan.ts';
import { createPrivateFile, createSavedSetups, isThere, type SavedSetup, type SavedSetups } from './saved-setup.ts';
import { openTerminal, type Terminal } from './terminal.ts';
import {
  fileAndSetupAreThere,
  fileIsThere,
  notConverted,
  notReached,
  notUnderstood,
  ownedByAnother,
  savedSetupIsUnusable,
  whatIsLeft,
  whoseApp,
} from './texts.ts';

/** The shell's exit code after Ctrl-C. */
const STOPPED = 130;

interface SetupContext {
  readonly env: Environment;
  readonly options: SetupOptions;
  readonly envFile: string;
  readonly savedSetups: SavedSetups;
  readonly terminal: Terminal;
  readonly stop: Stop;
}

/**
 * Registers the App with the manifest flow and writes the settings file. Stores what the code host sends only once, so
 * the command can be interrupted and repeated.
 */
export async function run(env: Environment, options: SetupOptions): Promise<void> {
  const envFile = resolve(options['env-file'] ?? ENV_FILE);
  const terminal = openTerminal(options.yes !== true);
  try {
    const stop = createStop(terminal);
    const context = { env, options, envFile, savedSetups: createSavedSetups(envFile), terminal, stop };
    const outcome = await Promise.race([setUp(context), stop.due]);
    if (outcome !== 'stopped') return;
    fail('', 'Stopped. Your progress is saved. Run the same command again to continue.');
    process.exitCode = STOPPED;
  } catch (error) {
    fail(
      `Setup failed: ${error instanceof Error ? error.message : 'unknown error'}.`,
      `Next: check that you can write to ${envFile}, and run the same command again.`,
    );
  } finally {
    terminal.close();
    // An open page or request would keep the process alive.
    process.exit();
  }
}

async function setUp(context: SetupContext): Promise<void> {
  const { envFile, savedSetups: kept, options, terminal, stop } = context;
  if (await isThere(envFile)) return await finishWritten(context);
  const setup = await begin();
  if (setup === null) return;
  const registry = createAppRegistry(
    {
      webUrl: new URL(setup.plan.codeHostUrl),
      apiUrl: setup.plan.codeHostApiUrl === null ? null : new URL(setup.plan.codeHostApiUrl),
    },
    systemClock,
  );
  const withCode = setup.code === null ? await registered(setup, registry, context) : setup;
  if (withCode === null) return;
  const converted = withCode.told === null ? await stop.uncut(() => convert(withCode, registry, context)) : withCode;
  if (converted === null) return;
  if (stop.isRequested) await stop.due;
  else await finish(converted, context);

  async function begin(): Promise<SavedSetup | null> {
    const read = await kept.read();
    if (!read.ok) {
      fail(...savedSetupIsUnusable(kept.path, read.refusal));
      return null;
    }
    const answers = answersFrom(options);
    const problems = problemsOf(answers);
    if (problems.length > 0) {
      fail(...problems, 'No App was registered. See orgdesk setup --help.');
      return null;
    }
    const former = read.value;
    if (former !== null) {
      const others = differing(answers, former.plan);
      if (others.length === 0) {
        terminal.say(`Continuing the setup saved in ${kept.path}.`);
        return former;
      }
      if (former.code !== null) {
        fail(
          `An unfinished setup for ${former.plan.baseUrl} uses a different ${others.join(' and ')}, and its App is already registered.`,
          `Next: run the command without options to finish it, or remove ${kept.path} to start over.`,
        );
        return null;
      }
    }
    const plan = await planned(answers, terminal);
    if (plan === null) return null;
    const [state, path] = [randomHex(systemEntropy, 32), `/${randomHex(systemEntropy, 16)}`];
    return { plan, state, page: { port: 0, path }, code: null, told: null };
  }
}

/** Asks for values without an option. Null if input ended. */
async function planned(fromOptions: SetupAnswers, terminal: Terminal): Promise<SetupPlan | null> {
  const answers: Record<string, string | undefined> = { ...fromOptions };
  const random = randomHex(systemEntropy, 2);
  for (const { field, text } of terminal.isInteractive ? QUESTIONS : []) {
    while (answers[field] === undefined) {
      const otherwise = usual(field, answers, random);
      const answer = await terminal.ask(`${text}${otherwise === '' ? '' : ` [${otherwise}]`}: `);
      if (answer === null) return null;
      const chosen = answer === '' ? otherwise : answer;
      const read = chosen === '' ? null : PARSERS[field](chosen);
      if (read?.ok === false) terminal.say(`${read.refusal}.`);
      else answers[field] = chosen;
    }
  }
  return planOf(answers, random);
}

async function registered(setup: SavedSetup, registry: AppRegistry, context: SetupContext): Promise<SavedSetup | null> {
  // Checked first, because an App without retrievable credentials would be left over.
  const reached = await registry.reach();
  if (!reached.ok) {
    fail(...notReached(setup.plan, reached.refusal), 'No App was registered.');
    return null;
  }
  const code = await waitForCode(setup, context);
  if (code === null) return null;
  const coded = { ...code.setup, code: { value: code.value, at: systemClock.now().toISOString() } };
  await context.savedSetups.write(coded);
  return coded;
}

async function convert(
  setup: SavedSetup,
  registry: AppRegistry,
  { savedSetups: kept }: SetupContext,
): Promise<SavedSetup | null> {
  const conversion = await registry.convert(setup.code?.value ?? '');
  if (!conversion.ok) {
    fail(...notConverted(setup.plan, conversion.refusal, kept.path));
    return null;
  }
  const complete = { ...setup, told: conversion.value };
  await kept.write(complete);
  return complete;
}

/** Removes the stored setup if the settings file is already complete; refuses other files. */
async function finishWritten({ envFile, savedSetups: kept, terminal }: SetupContext): Promise<void> {
  const read = await kept.read();
  if (read.ok && read.value === null) return fail(...fileIsThere(envFile));
  const setup = read.ok ? read.value : null;
  const app = setup === null ? null : readCredentials(setup.told, new URL(setup.plan.codeHostUrl));
  const text = await readFile(envFile, 'utf8').catch(() => '');
  if (setup === null || !app?.ok || !holdsApp(text, app.value))
    return fail(...fileAndSetupAreThere(envFile, kept.path));
  await kept.remove();
  terminal.say(`${envFile} was already written. Setup is complete; removed ${kept.path}.`);
  for (const line of whatIsLeft(setup.plan, app.value, envFile)) terminal.say(line);
}

function isOwnedByAnother({ organization }: SetupPlan, app: Credentials): boolean {
  if (organization === null) return app.organization !== null;
  return app.organization?.login.toLowerCase() !== organization.toLowerCase();
}

async function finish(
  { plan, told: conversion }: SavedSetup,
  { envFile, savedSetups: kept, terminal }: SetupContext,
): Promise<void> {
  const read = readCredentials(conversion, new URL(plan.codeHostUrl));
  if (!read.ok) return fail(...notUnderstood(read.refusal, plan, kept.path));
  const app = read.value;
  if (isOwnedByAnother(plan, app)) return fail(...ownedByAnother(plan, app, kept.path));
  const secret = () => randomHex(systemEntropy, 32);
  const file = settingsFile(plan, app, { session: secret(), token: secret(), webhook: secret() });
  if (file.problems.length > 0) return fail('The settings are invalid:', ...file.problems);
  for (const line of whoseApp(app)) terminal.say(line);
  terminal.say(`\nThese settings will be written to ${envFile}, readable only by you:\n`);
  for (const line of file.shown) terminal.say(`  ${line}`);
  const answer = terminal.isInteractive
    ? await terminal.ask('\nIs this the App you registered? Write the settings? [Y/n]: ')
    : 'y';
  if (answer === null || !/^(|y|yes)$/i.test(answer)) {
    return fail(`Not written. The credentials are saved in ${kept.path}. Run the command again to write the settings.`);
  }
  if (!(await createPrivateFile(envFile, file.text))) {
    return fail(
      `${envFile} now exists and was not overwritten. The credentials are saved in ${kept.path}.`,
      'Next: move that file and run the same command again.',
    );
  }
  await kept.remove();
  terminal.say(`\nWrote ${envFile}.`);
  for (const line of whatIsLeft(plan, app, envFile)) terminal.say(line);
}

interface Stop {
  readonly isRequested: boolean;
  /** Resolves when stopping is safe. */
  readonly due: Promise<'stopped'>;
  /** Delays stopping until `work` has finished. */
  uncut<T>(work: () => Promise<T>): Promise<T>;
}

function createStop(terminal: Terminal): Stop {
  let isRequested = false;
  const underWay: { work: Promise<unknown> | null } = { work: null };
  const due = terminal.stopped.then(async () => {
    isRequested = true;
    if (underWay.work !== null) terminal.say("Stopping after the App's key is saved.");
    await underWay.work;
    return 'stopped' as const;
  });
  return {
    get isRequested() {
      return isRequested;
    },
    due,
    async uncut(work) {
      const done = work();
      underWay.work = done.catch(() => {});
      try {
        return await done;
      } finally {
        underWay.work = null;
      }
    },
  };
}

interface SetupOptions {
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

const answersFrom = (options: SetupOptions): SetupAnswers => ({
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

function differing(answers: SetupAnswers, plan: SetupPlan): readonly string[] {
  const specified = Object.fromEntries(Object.entries(answers).filter(([, text]) => text !== undefined));
  return Object.entries(planOf({ ...answersOfPlan(plan), ...specified }, ''))
    .filter(([field, value]) => (Reflect.get(plan, field) ?? '') !== (value ?? ''))
    .map(([field]) => OPTION_NAMES[field] ?? field);
}

const answersOfPlan = (plan: SetupPlan): SetupAnswers => ({
  ...plan,
  codeHostApiUrl: plan.codeHostApiUrl ?? undefined,
  organization: plan.organization ?? '',
  isPublic: plan.isPublic ? 'yes' : undefined,
});

const OPTION_NAMES: Readonly<Record<string, string>> = {
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
