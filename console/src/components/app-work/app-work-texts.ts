import type { AppWorkAnswer, AppWorkObstacle } from '@orgdesk/client';
import { counted, formatCount } from '../../lib/reader-locale.ts';
import { capitalized } from '../../lib/sentence-start.ts';

type Permissions = AppWorkAnswer['missing'];

/** Whether jobs can continue after a sign-out. `unread`: they may, but the App could not be checked. */
export type Continuation =
  | { readonly kind: 'possible' | 'unread'; readonly repositories: AppWorkAnswer['repositories'] }
  | { readonly kind: 'off' | 'loading' | 'failed' | 'not-checked' }
  | { readonly kind: 'impossible'; readonly obstacle: AppWorkObstacle; readonly missing: Permissions };

interface Reading {
  readonly data: Pick<AppWorkAnswer, 'isOn' | 'obstacles' | 'missing' | 'repositories'> | undefined;
  readonly error: unknown;
}

export function continuationIn({ data, error }: Reading): Continuation {
  if (data === undefined) return { kind: error === null ? 'loading' : 'failed' };
  const { isOn, obstacles, missing, repositories } = data;
  if (!isOn) return { kind: 'off' };
  // The last two keep nobody from approving: jobs look for themselves.
  const obstacle = obstacles.find((each) => each !== 'unread' && each !== 'reads-differ');
  if (obstacle !== undefined) return { kind: 'impossible', obstacle, missing };
  return { kind: obstacles.length > 0 ? 'unread' : 'possible', repositories };
}

const list = new Intl.ListFormat('en');

/** Such as "members (write) and administration (write)". */
export const permissionNames = (missing: Permissions): string =>
  list.format(missing.map(({ name, level }) => `${name.replaceAll('_', ' ')} (${level})`));

/** Completes "not possible, because …". */
export function obstacleClause(obstacle: AppWorkObstacle, missing: Permissions): string {
  switch (obstacle) {
    case 'no-webhook-secret':
      return 'orgdesk has no webhook secret';
    case 'app-missing':
      return 'the App isn’t installed';
    case 'app-suspended':
      return 'the App is suspended';
    case 'permission-missing':
      return `the App lacks ${missing.length === 0 ? 'a permission' : permissionNames(missing)}`;
    case 'reads-differ':
      return 'the App reads other owners than you';
    case 'unread':
      return 'the App and its permissions couldn’t be checked';
  }
}

/** What an owner or the operator does about it. */
export function obstacleText(obstacle: AppWorkObstacle, missing: Permissions, codeHost: string): string {
  const clause = obstacleClause(obstacle, missing);
  // It is a name in lower case.
  const sentence = clause.startsWith('orgdesk') ? clause : capitalized(clause);
  return `${sentence}. ${steps(codeHost)[obstacle]}`;
}

const steps = (codeHost: string): Readonly<Record<AppWorkObstacle, string>> => ({
  'no-webhook-secret': 'Forged webhooks could confirm changes. The operator of orgdesk must set one.',
  'app-missing': 'Jobs continue only while it is installed.',
  'app-suspended': `Unsuspend it on ${codeHost}.`,
  'permission-missing': `An owner must accept this on ${codeHost}, after the operator of orgdesk requested it.`,
  'reads-differ': 'Jobs might stop. Reload the page in a minute; if it stays, ask the operator of orgdesk.',
  unread: 'Reload the page in a minute.',
});

export function obstaclesTitle(isOn: boolean, obstacles: readonly AppWorkObstacle[]): string {
  if (obstacles.every((each) => each === 'unread')) return 'Couldn’t check whether the App can continue jobs';
  return isOn ? 'Jobs can’t continue after sign-out at the moment' : 'Jobs couldn’t continue after sign-out yet';
}

const TRIALS: Readonly<Record<AppWorkAnswer['trials'][number]['trial'], string>> = {
  'invite-by-email': 'Invitations by email',
  'invite-as-owner': 'Invitations as owner',
};

/** What nobody knows before the App has tried it. A newer service may try more. */
export const trialTexts = (trials: AppWorkAnswer['trials']): readonly string[] =>
  trials.flatMap(({ trial, outcome, message }) => {
    const name = TRIALS[trial] ?? trial;
    if (outcome === 'worked') return [];
    if (outcome === 'not-tried')
      return [`${name}: the App hasn’t tried this yet. If it’s refused, the job waits for somebody.`];
    return [`${name} wait for somebody who is signed in: ${message ?? 'the code host refused the App'}`];
  });

/** Beside the setting, where the App does not cover all repositories. */
export const SELECTED_REPOSITORIES =
  'The App covers selected repositories only. Changes of access to repositories wait for somebody who is signed in.';

/** Why a disabled tick is disabled; null if an owner has to allow it, or if it is not disabled. */
export function disabledText(state: Continuation): string | null {
  switch (state.kind) {
    case 'loading':
      return 'Checking whether this is allowed…';
    case 'failed':
      return 'Couldn’t check whether this is allowed here.';
    case 'impossible':
      return `Not possible: ${obstacleClause(state.obstacle, state.missing)}.`;
    case 'off':
    case 'possible':
    case 'unread':
    case 'not-checked':
      return null;
  }
}

export interface NamedContinuation {
  readonly name: string;
  readonly state: Continuation;
}

/** Where a run over several organizations will not continue, a line for each reason. */
export function notContinuingTexts(all: readonly NamedContinuation[]): readonly string[] {
  const names = new Map<string, readonly string[]>();
  const add = (reason: string, name: string) => names.set(reason, [...(names.get(reason) ?? []), name]);
  for (const { name, state } of all) {
    if (state.kind === 'off') add('an owner has not allowed it', name);
    if (state.kind === 'failed') add('this couldn’t be checked', name);
    if (state.kind === 'impossible') add(obstacleClause(state.obstacle, state.missing), name);
  }
  const unchecked = all.filter(({ state }) => state.kind === 'not-checked').length;
  return [
    ...[...names].map(([reason, organizations]) => `Doesn’t continue in ${list.format(organizations)}: ${reason}.`),
    ...(unchecked === 0
      ? []
      : [`Not checked in ${formatCount(unchecked)} more. It continues there only if an owner has allowed it.`]),
  ];
}

export const isPossible = ({ kind }: Continuation): boolean => kind === 'possible' || kind === 'unread';

/** Such as "2 unfinished jobs continue after sign-out." */
export const continuingText = (jobs: number): string =>
  `${counted(jobs, 'unfinished job continues', 'unfinished jobs continue')} after sign-out.`;

/** Such as "2 jobs will stop before their next change." */
export const stoppingText = (jobs: number): string =>
  `${counted(jobs, 'job', 'jobs')} will stop before ${jobs === 1 ? 'its' : 'their'} next change.`;
