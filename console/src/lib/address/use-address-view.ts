import { useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { stringifyQuery } from './address-query.ts';
import type { AddressView } from './address-view.ts';

/** Some browsers refuse more than a hundred changes of the address in half a minute. */
const CHANGES_MAX = 80;
const CHANGES_MS = 30_000;

/** The view that stands in the address, and a way to change parts of it. It is in no history of its own. */
export function useAddressView<View extends object>({ read, write }: AddressView<View>) {
  const { history } = useRouter();
  const navigate = useNavigate();
  const [path] = useState(() => history.location.pathname);
  const [view, setView] = useState<View>(() => read(history.location.search));
  const changes = useRef<readonly number[]>([]);

  useEffect(
    () =>
      history.subscribe(({ location, action }) => {
        // What was replaced is what was chosen here, and the field may be ahead of it by now.
        if (action.type !== 'REPLACE' && location.pathname === path) setView(read(location.search));
      }),
    [history, path, read],
  );

  const change = (part: Partial<View>): void => {
    const next = { ...view, ...part };
    setView(next);
    const now = Date.now();
    changes.current = changes.current.filter((at) => now - at < CHANGES_MS);
    // The next one brings the address up to date.
    if (changes.current.length >= CHANGES_MAX) return;
    changes.current = [...changes.current, now];
    void navigate({ to: '.', search: (before) => write(stringifyQuery(before), next), hash: true, replace: true });
  };
  return { view, change };
}
