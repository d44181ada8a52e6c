import { useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { type AddressView, stringifyQuery } from './address-view.ts';

/** Some browsers reject more than 100 URL changes in 30 seconds. */
const CHANGES_MAX = 80;
const CHANGES_MS = 30_000;

/** Stores a view in the URL without adding history entries. */
export function useAddressView<View extends object>({ read, write }: AddressView<View>) {
  const { history } = useRouter();
  const navigate = useNavigate();
  const [path] = useState(() => history.location.pathname);
  const [view, setView] = useState<View>(() => read(history.location.search));
  const changes = useRef<readonly number[]>([]);

  useEffect(
    () =>
      history.subscribe(({ location, action }) => {
        // The hook's own changes; the field may already be newer.
        if (action.type !== 'REPLACE' && location.pathname === path) setView(read(location.search));
      }),
    [history, path, read],
  );

  const change = (part: Partial<View>): void => {
    const next = { ...view, ...part };
    setView(next);
    const now = Date.now();
    changes.current = changes.current.filter((at) => now - at < CHANGES_MS);
    // The next change updates the URL.
    if (changes.current.length >= CHANGES_MAX) return;
    changes.current = [...changes.current, now];
    void navigate({ to: '.', search: (before) => write(stringifyQuery(before), next), hash: true, replace: true });
  };
  return { view, change };
}
