/**
 * Work that the App carries out for somebody whose session has ended, as they approved. Only where an owner of the
 * organization has switched that on.
 */

/**
 * What nobody has proved that an App may do. Tried once for each installation; a refusal is kept, and such steps then
 * wait for a person.
 */
export const APP_TRIALS = ['invite-by-email', 'invite-as-owner'] as const;
export type AppTrial = (typeof APP_TRIALS)[number];

/** Changes that the App makes; each has its own permissions. */
export type AppChange = 'change-members' | 'change-team-access';

/** What a step needs if the App carries it out. */
export interface AppStep {
  readonly change: AppChange;
  /** Name of the only repository that the token reaches. Null: none. */
  readonly repository: string | null;
  readonly trial: AppTrial | null;
}

declare const authorized: unique symbol;

/**
 * One change by the App, whose intent is recorded: when it was, its organization's switch was on, and the job approved.
 * The only way to a token that changes anything.
 */
export interface AuthorizedStep extends Pick<AppStep, 'change' | 'repository'> {
  readonly installationId: number;
  readonly [authorized]: true;
}

/** Grows with each change of the switch. An approval is valid for the version that it was given under. */
export interface AppWork {
  readonly isOn: boolean;
  readonly version: number;
}

/** The version of an approval that was withdrawn. Versions of the switch begin at 1. */
export const WITHDRAWN = 0;

/** `off`: the switch was off at some time since. */
export type Approval = 'none' | 'valid' | 'withdrawn' | 'off';
