/** The whole seconds from `now` until a moment, at least one: what a waiting time is told in. */
export const wholeSecondsUntil = (moment: Date, now: Date): number =>
  Math.max(1, Math.ceil((moment.getTime() - now.getTime()) / 1000));
