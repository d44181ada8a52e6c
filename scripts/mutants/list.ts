import { ACROSS } from './across.ts';
import { APP_WORK } from './app-work.ts';
import { CACHE } from './cache.ts';
import { JOBS } from './jobs.ts';
import type { Mutant } from './mutant.ts';
import { PROGRAMS } from './programs.ts';
import { REQUESTS } from './requests.ts';
import { RIGHTS } from './rights.ts';
import { SESSIONS } from './sessions.ts';
import { SIGN_IN } from './sign-in.ts';
import { TRAIL } from './trail.ts';

/** Every fault that is planted. */
export const MUTANTS: readonly Mutant[] = [
  ...SIGN_IN,
  ...PROGRAMS,
  ...SESSIONS,
  ...ACROSS,
  ...RIGHTS,
  ...REQUESTS,
  ...JOBS,
  ...TRAIL,
  ...APP_WORK,
  ...CACHE,
];
