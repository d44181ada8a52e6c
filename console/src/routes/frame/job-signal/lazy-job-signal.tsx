import { lazy, Suspense } from 'react';

// Without it, as when offline, a page works all the same.
const JobSignal = lazy(() =>
  import('./job-signal.tsx').then(
    (module) => ({ default: module.JobSignal }),
    () => ({ default: () => null }),
  ),
);

export function LazyJobSignal() {
  return (
    <Suspense>
      <JobSignal />
    </Suspense>
  );
}
