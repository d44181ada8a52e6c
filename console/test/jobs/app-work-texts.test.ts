import type { AppWorkAnswer } from '@orgdesk/client';
import { describe, expect, it } from 'vitest';
import {
  type Continuation,
  continuationIn,
  continuingText,
  disabledText,
  isPossible,
  notContinuingTexts,
  obstaclesTitle,
  obstacleText,
  stoppingText,
} from '../../src/components/app-work/app-work-texts.ts';

const MEMBERS = { name: 'members', level: 'write' } as const;
const HOOKS = { name: 'organization_hooks', level: 'read' } as const;

const stateOf = (changes: Partial<AppWorkAnswer>): Continuation =>
  continuationIn({
    data: { isOn: true, obstacles: [], missing: [], repositories: 'all', ...changes },
    error: null,
  });

describe('the tick', () => {
  it('is enabled only where an owner allowed it and nothing is in its way', () => {
    expect(isPossible(stateOf({}))).toBe(true);
    expect(isPossible(stateOf({ isOn: false }))).toBe(false);
    expect(isPossible(stateOf({ obstacles: ['app-suspended'] }))).toBe(false);
    expect(isPossible(continuationIn({ data: undefined, error: null }))).toBe(false);
    expect(isPossible(continuationIn({ data: undefined, error: new Error() }))).toBe(false);
  });

  it('stays enabled if the App could not be checked, unless something else is known', () => {
    expect(stateOf({ obstacles: ['unread'] })).toEqual({ kind: 'unread', repositories: 'all' });
    expect(isPossible(stateOf({ obstacles: ['unread', 'no-webhook-secret'] }))).toBe(false);
  });

  it.each<[string | null, Continuation]>([
    [null, stateOf({})],
    // The page names the setting instead.
    [null, stateOf({ isOn: false, obstacles: ['app-missing'] })],
    ['Not possible: the App isn’t installed.', stateOf({ obstacles: ['app-missing'] })],
    ['Not possible: the App is suspended.', stateOf({ obstacles: ['app-suspended'] })],
    ['Not possible: orgdesk has no webhook secret.', stateOf({ obstacles: ['no-webhook-secret'] })],
    [
      'Not possible: the App lacks members (write) and organization hooks (read).',
      stateOf({ obstacles: ['permission-missing'], missing: [MEMBERS, HOOKS] }),
    ],
    ['Checking whether this is allowed…', continuationIn({ data: undefined, error: null })],
    ['Couldn’t check whether this is allowed here.', continuationIn({ data: undefined, error: new Error() })],
  ])('is explained where it is disabled: %s', (text, state) => {
    expect(disabledText(state)).toBe(text);
  });

  it('of a run names the organizations where it will not continue, by reason', () => {
    const off = stateOf({ isOn: false });
    expect(
      notContinuingTexts([
        { name: 'Acme', state: stateOf({}) },
        { name: 'Globex', state: off },
        { name: 'Initech', state: stateOf({ obstacles: ['app-suspended'] }) },
        { name: 'Hooli', state: off },
        { name: 'Umbrella', state: { kind: 'failed' } },
        { name: 'Wayne', state: { kind: 'not-checked' } },
      ]),
    ).toEqual([
      'Doesn’t continue in Globex and Hooli: an owner has not allowed it.',
      'Doesn’t continue in Initech: the App is suspended.',
      'Doesn’t continue in Umbrella: this couldn’t be checked.',
      'Not checked in 1 more. It continues there only if an owner has allowed it.',
    ]);
    expect(notContinuingTexts([{ name: 'Acme', state: stateOf({}) }])).toEqual([]);
  });
});

describe('the setting', () => {
  it('counts the jobs that continue and that would stop', () => {
    expect(continuingText(0)).toBe('0 unfinished jobs continue after sign-out.');
    expect(continuingText(1)).toBe('1 unfinished job continues after sign-out.');
    expect(continuingText(2)).toBe('2 unfinished jobs continue after sign-out.');
    expect(stoppingText(1)).toBe('1 job will stop before its next change.');
    expect(stoppingText(2)).toBe('2 jobs will stop before their next change.');
  });

  it('names obstacles with the next step', () => {
    expect(obstacleText('permission-missing', [MEMBERS], 'GitHub')).toBe(
      'The App lacks members (write). An owner must accept this on GitHub, after the operator of orgdesk requested it.',
    );
    expect(obstacleText('no-webhook-secret', [], 'GitHub')).toBe(
      'orgdesk has no webhook secret. Forged webhooks could confirm changes. The operator of orgdesk must set one.',
    );
    expect(obstacleText('app-suspended', [], 'GitHub')).toBe('The App is suspended. Unsuspend it on GitHub.');
  });

  it('does not call something impossible that was not read', () => {
    expect(obstaclesTitle(true, ['unread'])).toBe('Couldn’t check whether the App can continue jobs');
    expect(obstaclesTitle(true, ['unread', 'app-missing'])).toBe('Jobs can’t continue after sign-out at the moment');
    expect(obstaclesTitle(false, ['no-webhook-secret'])).toBe('Jobs couldn’t continue after sign-out yet');
  });
});
